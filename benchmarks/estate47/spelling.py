"""How prose spells the name of a service, or speaks of a domain."""

from random import Random

from benchmarks.estate47 import frases, phrases

_NOUNS = frozenset("api service worker server web portal engine gateway".split())


def service_words(random: Random, name: str, *, portuguese: bool = False) -> str:
    """One of the usual spellings: as it is, as code, bold, linked, in words, in camel case, with a noun behind it or before."""
    parts = name.split("-")
    words = " ".join(part.upper() if part in ("api", "sms", "kyc") else part for part in parts)
    title = " ".join(part.upper() if part in ("api", "sms", "kyc") else part.capitalize() for part in parts)
    forms = [name, name, f"`{name}`", f"`{name}`", f"**{name}**", f"[{name}](../../services/{name})"]
    if portuguese:
        return random.choice((*forms, f"o serviço {name}", f"o {name}", f"o serviço `{name}`"))
    forms += ["".join(part.capitalize() for part in parts), title]
    if len(parts) > 1:
        forms.append(f"the {words}" if parts[-1] in _NOUNS else f"the {words} service")
    else:
        forms.append(f"the {name} service")
    return random.choice(forms)


def listed(random: Random, names: tuple[str, ...], *, portuguese: bool = False) -> str:
    """Several services in a row."""
    spelt = [service_words(random, name, portuguese=portuguese) for name in names]
    return spelt[0] if len(spelt) == 1 else f"{', '.join(spelt[:-1])} {'e' if portuguese else 'and'} {spelt[-1]}"


def domain_words(random: Random, domain: str, *, portuguese: bool = False) -> str:
    """A domain, spoken of as a whole."""
    return random.choice(frases.DOMAIN if portuguese else phrases.DOMAIN).format(d=domain)
