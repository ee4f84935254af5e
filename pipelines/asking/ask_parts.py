"""What questions need beside a view, as the settings name it: what finds text, how far it goes, and a model that words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from parsed_graph.view import View
from pipelines.asking.scope import FindText
from pipelines.asking.word_answer import Wording, WordingError
from pipelines.documents.document_settings import DocumentSettings
from pipelines.models.model_settings import ModelSettings
from pipelines.query_settings import DEFAULT_FILE
from pipelines.retrieval.hit import Retrieved
from pipelines.retrieval.limits import RetrievalLimits
from pipelines.retrieval.settings import RetrievalSettings
from pipelines.settings_file import read_section
from prompts.prompt import load_prompt

if TYPE_CHECKING:
    from pipelines.models.embeddings import Embedder


@dataclass(frozen=True)
class AskParts:
    """`embedder` is made when the first text is looked for. `wording` and `reword` (other words for a question) are None without a model."""

    limits: RetrievalLimits
    make_embedder: "Callable[[], Embedder | None]"
    wording: Wording | None = None
    reword: Callable[[str], tuple[str, ...]] | None = None

    @cached_property
    def embedder(self) -> "Embedder | None":
        """What turns texts into vectors, None where the settings say none."""
        return self.make_embedder()

    def limited(self, **limits: int | None) -> "AskParts":
        """The same with some limits of RetrievalLimits set; None leaves one as it is."""
        given = {name: value for name, value in limits.items() if value is not None}
        return replace(self, limits=replace(self.limits, **given)) if given else self

    def finder(self, view: View) -> FindText:
        """Finds text in what a view shows."""

        def find(
            question: str, seeds: Sequence[int], services: frozenset[str] | None, kinds: frozenset[str] | None
        ) -> Retrieved:
            if not any(view.rows("SELECT 1 FROM sqlite_master WHERE name = 'text_units'")):
                return Retrieved((), (), ("This snapshot holds no texts. Run: estategraph index",))
            # Questions that the graph answers alone do without numpy.
            from pipelines.retrieval.retrieve import retrieve

            others, notes = self._other_words(question)
            found = retrieve(
                view,
                question,
                seeds=seeds,
                services=services,
                kinds=kinds,
                limits=self.limits,
                embedder=self.embedder,
                expansions=others,
            )
            return replace(found, notes=(*found.notes, *notes))

        return find

    def _other_words(self, question: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What else to search for, and what to say where the model gave nothing."""
        if self.reword is None:
            return (), ()
        try:
            return self.reword(question), ()
        except WordingError as error:
            return (), (f"searched in the question's own words alone: {error}",)


def open_parts(file: Path | None, output: Path) -> AskParts:
    """The parts as a settings file names them, or `settings.yaml` here. Raises SettingsError."""
    chosen = file or (DEFAULT_FILE if DEFAULT_FILE.exists() else None)
    retrieval = read_section(chosen, "retrieval", RetrievalSettings) if chosen else RetrievalSettings()
    model = read_section(chosen, "model", ModelSettings) if chosen else ModelSettings()

    def make_embedder() -> "Embedder | None":
        from pipelines.wiring import build_embedder

        return build_embedder(retrieval.embeddings)

    if chosen is None or model.provider == "rules":
        return AskParts(retrieval.limits, make_embedder)
    prompts = read_section(chosen, "documents", DocumentSettings).prompts
    wording = _wording(model, output, prompts)
    return AskParts(retrieval.limits, make_embedder, wording, _reword(wording, prompts))


def _wording(settings: ModelSettings, output: Path, prompts: str) -> Wording:
    from pipelines.models.model import ModelError
    from pipelines.wiring import build_writer

    writer = build_writer(settings, output)

    def write(system: str, user: str, on_text: Callable[[str], None]) -> str:
        try:
            return writer(system, user, on_text)
        except ModelError as error:
            raise WordingError(str(error)) from error

    folder = Path(prompts) if prompts else None
    return Wording(
        write,
        f"{settings.provider}:{settings.model_name}",
        load_prompt("answer", folder),
        load_prompt("route_question", folder),
    )


def _reword(wording: Wording, prompts: str) -> Callable[[str], tuple[str, ...]]:
    from pipelines.retrieval.reword import PROMPT, reword_question

    prompt = load_prompt(PROMPT, Path(prompts) if prompts else None)

    def write(system: str, user: str) -> str:
        return wording.write(system, user, lambda _: None)

    return lambda question: reword_question(question, prompt, write)
