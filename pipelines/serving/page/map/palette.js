/** Colours of both themes, and how each layer's lines are dashed. */
export const PALETTE = {
  light: {
    paper: "#f7f8fa", ink: "#1b2430", soft: "#5d6b7c", halo: "rgba(247,248,250,.92)", stroke: "#ffffff",
    Service: "#3b6fd8", gateway: "#7a55c7", infra: "#7d8a9b", external: "#a0814e", Database: "#2a8f82", Topic: "#d97a1f", other: "#8b6fb0",
    Endpoint: "#5c96d8", Event: "#d97a1f", Subscription: "#dfa860", Entity: "#5aa695", Repository: "#3c7f75", Library: "#94a3b8",
    ADR: "#8b4fc0", Incident: "#c2483d", Decision: "#b283cc", Doc: "#6b7f99", Team: "#b0448f", Package: "#a3aebd", File: "#a3aebd", Function: "#8896a8",
    http: "#6f93e0", grpc: "#9a6fe0", messaging: "#e09a4f", event: "#e09a4f", database: "#58ab9f", cache: "#58ab9f", import: "#b08fb8",
    config: "#b3bcc8", discovery: "#b3bcc8", auth: "#d48a9c", monitoring: "#b3bcc8", else: "#9aa7b6", observed: "#12a150",
  },
  dark: {
    paper: "#10151c", ink: "#e4eaf2", soft: "#93a1b3", halo: "rgba(16,21,28,.9)", stroke: "#10151c",
    Service: "#6c9bff", gateway: "#a98bf0", infra: "#8796a9", external: "#c9a66b", Database: "#4cbcae", Topic: "#f0a04b", other: "#b59bdc",
    Endpoint: "#7fb3f0", Event: "#f0a04b", Subscription: "#d9a85f", Entity: "#6fc2b0", Repository: "#4f9d90", Library: "#8290a3",
    ADR: "#b689ec", Incident: "#f07f73", Decision: "#c9a5e0", Doc: "#8fa3bd", Team: "#e07bbf", Package: "#8290a3", File: "#8290a3", Function: "#9aa8ba",
    http: "#5578c4", grpc: "#8a66c9", messaging: "#bd8240", event: "#bd8240", database: "#3f8d83", cache: "#3f8d83", import: "#8d6f96",
    config: "#4b5868", discovery: "#4b5868", auth: "#9c6070", monitoring: "#4b5868", else: "#58667a", observed: "#3fcf7f",
  },
};
/** Groups, the largest first; those past the last but one share the last. */
export const GROUPS = [
  "#3b6fd8", "#d97a1f", "#2a8f82", "#b0448f", "#7a55c7", "#5f8f2e", "#c2483d", "#2b8fb8", "#a0814e", "#8a6d9e", "#3f7f5f", "#c06a9a", "#64748b",
];
export const DASH = { parsed: [], declared: [7, 4], observed: [2, 4], extracted: [9, 4, 2, 4] };
/** By hop, the first the hottest; those further away share the last. */
export const HOPS = ["", "#c2483d", "#d97a1f", "#b59a2a", "#7f9a3a", "#4d8f7a", "#4a7fb0"];
export const FONT = "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
