"""The category of a decision by its words: security, performance, api, data or other. English and Portuguese."""

import re

_WORDS: tuple[tuple[str, float, str], ...] = (
    ("security", 2.0, r"securit\w*|authenti\w*|authori[sz]\w*|auth[nz]?\b|oauth2?|oidc|saml|sso|mfa|2fa|encrypt\w*|decrypt\w*|cipher|credentials?|secrets?|passwords?|certificates?|certs?|tls\w*|ssl|mtls|waf|firewall"
     r"|permissions?|polic(?:y|ies)\b|rbac|iam|least privilege|privileges?|vulnerab\w*|cve|pentest|csrf|xss|cors|hash(?:ing|ed|es)?|argon2\w*|bcrypt|jwt|tokens?|signed|signatures?|login|log-?in|access control|identity|impersonat\w*|audit\w*"
     r"|restrict\w*|allow-?list\w*|deny-?list|pod security|security group|vault|keycloak|spoof\w*|gdpr|pii|sensitive|compliance|sandbox(?:ed|ing)|signing|provenance|attestation\w*"
     r"|seguran[cç]a|autentica\w*|autoriza\w*|criptogra\w*|senhas?|certificados?|permiss[oõ]es|credenciais|lgpd"),
    ("performance", 2.0, r"performan\w*|latenc\w*|throughput|scal(?:e[sd]?|ing|ab\w+)|auto-?scal\w*|cach(?:e[sd]?|ing)|time-?outs?|concurren\w*|parallel\w*|load(?:\b(?! balanc)|[- ]test\w*)|cpu|memory|resource (?:limits?|requests?|quotas?)|replicas?|read[- ]replica"
     r"|batch size|buffer\w*|slow\w*|fast\w*|speed\w*|bottleneck\w*|rate[- ]limit\w*|throttl\w*|back-?pressure|pool(?:s|ing)?|index(?:es|ing)?\b|optimi[sz]\w*|capacity|visibility timeout|retry at once|pub/?sub|horizontal\w*|quota|efficien\w*|overhead"
     r"|desempenho|lat[eê]ncia|escalab\w*|escalar|paralel\w*|mem[oó]ria|vaz[aã]o"),
    ("api", 2.0, r"apis?\b|rest(?:ful)?\b|graphql|grpc|endpoints?|openapi|swagger|contracts?|webhooks?|http (?:method|patch|put|post)|patch\b|payloads?|json merge|versioning (?:of )?(?:the )?api|api version\w*|request/response|interfaces?|soap|asyncapi"
     r"|domain events?|event (?:schema|contract|format)|backwards?[- ]compatib\w*|client librar\w*|sdk|protobuf|hypermedia|pagination|crd\b|custom resource\w*|status codes?|rpc\b|contratos?\b|rotas?"),
    ("data", 2.0, r"data\b|databases?|db\b|tables?|columns?|schemas?|postgres\w*|mysql|mongo\w*|dynamodb|redis|sql\w*|stor(?:e[sd]?|age|ing)|persist\w*|migrat(?:e|ion) (?:of )?data|data migration|retention|back-?ups?|record(?:s|ed)\b|entit(?:y|ies)|metadata"
     r"|model(?:s|ling)?\b|warehouse|etl|analytics|csv|identifiers?|uuid|urn|aggregates?|event sourc\w*|consisten\w*|transaction\w*|soft[- ]delete\w*|fields?\b|snapshots?|s3 bucket|lake|ownership of data|validation|reporting|archiv\w*"
     r"|dados|bancos? de dados|tabelas?|colunas?|armazen\w*|persist[eê]ncia|migra[cç][aã]o de dados"),
)  # fmt: skip
_PATTERNS = tuple((name, weight, re.compile(rf"\b(?:{words})", re.I)) for name, weight, words in _WORDS)
_ORDER = {"security": 0, "performance": 1, "api": 2, "data": 3}


def categorise(text: str, around: str) -> str:
    """The category whose words stand most in a decision; words of the title and section around it count a third."""
    best, best_score = "other", 0.99
    for name, weight, pattern in _PATTERNS:
        own = len({match[0].lower() for match in pattern.finditer(text[:600])})
        outer = len({match[0].lower() for match in pattern.finditer(around[:400])})
        score = weight * (own + min(outer, 2) / 3)
        if score > best_score + 0.01 or (abs(score - best_score) <= 0.01 and _ORDER[name] < _ORDER.get(best, 9)):
            best, best_score = name, score
    return best
