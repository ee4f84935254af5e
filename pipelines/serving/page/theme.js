/** Light or dark: as the system has it, until it is chosen otherwise. */
const root = document.documentElement;
root.dataset.theme ||= matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";

export const themeName = () => root.dataset.theme;

export function flipTheme() {
  root.dataset.theme = themeName() === "dark" ? "light" : "dark";
  dispatchEvent(new Event("themechange"));
}
