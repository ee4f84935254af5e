"""The category of a decision by its words: security, performance, api, data or other. English and Portuguese."""

import re
from functools import lru_cache
from itertools import pairwise

_TABLE: dict[str, str] = {
    "security": """secur* authent* authoris* authoriz* authn authz auth oauth oauth2 oidc saml sso mfa 2fa encrypt* decrypt* cipher* credential* secret secrets
        password* certificate* cert certs tls* ssl mtls waf firewall* permission* policy policies rbac iam privilege* vulnerab* cve pentest* csrf xss cors hash hashed
        hashing argon2* bcrypt jwt token tokens signed signature* login identity impersonat* fraud* audit* restrict* allowlist* denylist* vault keycloak spoof* gdpr pii
        sensitive compliance sandboxed sandboxing signing provenance attestation* segurança autenticação autorização criptografia senha senhas certificado*
        permissões credenciais lgpd least_privilege access_control pod_security security_group log_in""",
    "performance": """performan* latenc* throughput scale scales scaled scaling scalab* autoscal* cache caches cached caching timeout timeouts concurren* parallel*
        cpu memory replica replicas buffer* deadline* slow* fast faster speed* bottleneck* throttl* backpressure pool pools pooling index indexes indexing optimis* optimiz* capacity
        horizontal* quota quotas efficien* overhead desempenho latência escalab* escalar paralel* memória vazão pubsub resource_limits resource_requests read_replica
        batch_size rate_limit* load_test* visibility_timeout pub_sub time_out""",
    "api": """api apis restful graphql grpc endpoint endpoints openapi swagger contract contracts webhook* payload payloads interface interfaces soap asyncapi sdk protobuf
        hypermedia pagination crd rpc contrato contratos rotas patch backwards_compat* client_librar* domain_event* event_schema* event_contract* custom_resource* status_code*
        rest_api http_patch http_method* json_merge""",
    "data": """data database* db table tables column columns schema schemas postgres* mysql mongo* dynamodb redis sql* store stores stored storage storing persist* retention
        backup backups record records entity entities metadata model models modelling modeling warehouse etl analytics csv identifier* uuid urn aggregate* consisten*
        transaction* field fields snapshot* lake validation archiv* dados banco tabela* coluna* armazen* persistência event_sourc* soft_delete* data_migration s3_bucket""",
}  # fmt: skip
"""Words by category; `*` ends a stem, `_` joins two words."""

_ORDER = ("security", "performance", "api", "data")
_EXACT = {word: name for name in _ORDER for word in reversed(_TABLE[name].split()) if not word.endswith("*")}
_STEMS = {word[:-1]: name for name in _ORDER for word in reversed(_TABLE[name].split()) if word.endswith("*")}
_STEM_SIZES = sorted({len(stem) for stem in _STEMS}, reverse=True)
_WORD = re.compile(r"[^\W_]+")


def categorise(text: str, title: str) -> str:
    """The category whose words stand most in a decision; a word of the document's title counts a third, up to two of them."""
    own, outer = _counts(text[:600]), _counts(title[:300])
    scores = {name: own.get(name, 0) + min(outer.get(name, 0), 2) / 3 for name in _ORDER}
    best = max(_ORDER, key=lambda name: (scores[name], -_ORDER.index(name)))
    return best if scores[best] >= 0.5 else "other"


@lru_cache(maxsize=2048)
def _counts(text: str) -> dict[str, int]:
    words = _WORD.findall(text.lower())
    forms = {*words, *(f"{one}_{two}" for one, two in pairwise(words))}
    counts: dict[str, int] = {}
    for form in forms:
        name = _EXACT.get(form) or next((_STEMS[form[:size]] for size in _STEM_SIZES if form[:size] in _STEMS), None)
        if name:
            counts[name] = counts.get(name, 0) + 1
    return counts
