"""What the generated records decide: each with what is to be done, in English and Portuguese, and what was not taken."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Topic:
    """`do` follows "will" and "must"; `noun` is the thing decided on; `faz` and `coisa` are the same in Portuguese."""

    title: str
    do: str
    noun: str
    others: tuple[str, str]
    titulo: str
    faz: str
    coisa: str


TOPICS = (
    Topic("an outbox for events", "write its events to an outbox table in the same transaction", "the outbox table", ("Publish after the commit", "Two-phase commit"),
          "uma outbox para eventos", "gravar seus eventos em uma tabela outbox na mesma transação", "a tabela outbox"),
    Topic("idempotency keys", "accept an idempotency key on each write and store it for a day", "idempotency keys", ("Deduplicate by content", "Let callers retry at their own risk"),
          "chaves de idempotência", "aceitar uma chave de idempotência em cada escrita", "a chave de idempotência"),
    Topic("short timeouts", "give up on each outgoing call after two seconds", "a two-second limit", ("Keep the library's default", "Adaptive timeouts"),
          "tempos limite curtos", "desistir de cada chamada depois de dois segundos", "o limite de dois segundos"),
    Topic("cursor pagination", "page its lists by an opaque cursor", "opaque cursors", ("Page by offset", "Return everything"),
          "paginação por cursor", "paginar suas listas por um cursor opaco", "o cursor opaco"),
    Topic("encrypted columns", "encrypt personal fields before they reach the disk", "column encryption", ("Encrypt the whole disk", "Hash the fields"),
          "colunas cifradas", "cifrar campos pessoais antes de gravá-los", "a cifra por coluna"),
    Topic("a read model", "answer reads from a copy that is built from events", "the read model", ("Read replicas", "A bigger machine"),
          "um modelo de leitura", "responder leituras a partir de uma cópia feita de eventos", "o modelo de leitura"),
    Topic("schema checks before release", "check its schemas against the last release before each deployment", "the schema check", ("Check by hand", "Version everything in the path"),
          "verificação de esquemas", "verificar seus esquemas antes de cada publicação", "a verificação de esquemas"),
    Topic("a circuit breaker", "stop asking a neighbour that has failed five times in a row", "the breaker", ("Retry for ever", "Fail at once"),
          "um disjuntor", "parar de chamar um vizinho que falhou cinco vezes seguidas", "o disjuntor"),
    Topic("rate limits", "refuse more than fifty requests a second from one client", "the limit per client", ("Limit at the edge only", "Bill by use"),
          "limites de taxa", "recusar mais de cinquenta requisições por segundo do mesmo cliente", "o limite por cliente"),
    Topic("UTC everywhere", "store and return times in UTC", "UTC", ("Local time with an offset", "Epoch milliseconds"),
          "UTC em tudo", "guardar e devolver horários em UTC", "o horário UTC"),
    Topic("mutual TLS", "present a client certificate on each internal connection", "mutual TLS", ("Network policies only", "Shared secrets"),
          "TLS mútuo", "apresentar um certificado em cada conexão interna", "o TLS mútuo"),
    Topic("a private database", "keep its tables in a database that nobody else reads", "a database of its own", ("One shared schema", "Views for the others"),
          "um banco próprio", "manter suas tabelas em um banco que ninguém mais lê", "o banco próprio"),
    Topic("structured logs", "log one JSON object a line with the trace id", "JSON lines", ("Plain text", "Binary logs"),
          "logs estruturados", "registrar um objeto JSON por linha com o identificador de rastreio", "o registro em JSON"),
    Topic("blue-green releases", "run two versions side by side during a release", "two live versions", ("Rolling updates", "Maintenance windows"),
          "publicações azul-verde", "rodar duas versões lado a lado durante a publicação", "as duas versões"),
    Topic("soft deletes", "mark rows as deleted and purge them after ninety days", "the deletion mark", ("Delete at once", "Move rows to an archive"),
          "exclusão lógica", "marcar linhas como excluídas e apagá-las após noventa dias", "a marca de exclusão"),
    Topic("ULIDs as keys", "use ULIDs for all new identifiers", "ULIDs", ("Sequences", "Random UUIDs"),
          "ULIDs como chaves", "usar ULIDs em todos os identificadores novos", "os ULIDs"),
    Topic("money in minor units", "carry amounts as whole minor units with a currency code", "minor units", ("Decimals as strings", "Floating point"),
          "dinheiro em centavos", "transportar valores em centavos com o código da moeda", "os centavos"),
    Topic("a local cache", "keep the answers of its neighbours for one minute", "the one-minute copy", ("A distributed store", "No copy at all"),
          "uma cópia local", "guardar as respostas dos vizinhos por um minuto", "a cópia de um minuto"),
    Topic("nightly backups to another region", "ship an encrypted dump to the second region each night", "the nightly dump", ("Streaming replication", "Snapshots in place"),
          "cópias noturnas em outra região", "enviar uma cópia cifrada para a segunda região a cada noite", "a cópia noturna"),
    Topic("feature switches", "put each change of behaviour behind a switch", "switches", ("Long-lived branches", "Separate deployments"),
          "chaves de funcionalidade", "colocar cada mudança de comportamento atrás de uma chave", "a chave"),
)  # fmt: skip
