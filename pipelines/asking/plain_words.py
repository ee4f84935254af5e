"""Words that are never the name of a node by themselves: the small words of both languages, and the names of kinds."""

SMALL = frozenset(
    """a an the this that these those of in on at to from by for with without into onto over under up down out off as and or nor not no if then else when while
    because so than too very just only also still even ever yet now there here it its they them their we us our you your i me my mine he she one ones is are was were be been
    being am do does did done doing has have had having can could will would shall should may might must who whom whose what which where why how all any some each every
    many much more most other others another such own same both few several first last next please thanks get gets got go goes going gone let make makes made give show list tell
    find name see look say know need want like about between through via per during before after again once since until against
    thing things stuff coisa coisas everything anything nothing something everyone anyone someone nobody somebody anybody right directly indirectly currently really actually
    o a os as um uma uns umas de do da dos das em no na nos nas ao aos por pelo pela pelos pelas para pra com sem sobre entre ate e ou nem nao se que quem qual quais
    quanto quanta quantos quantas onde como quando porque sao esta estao foi foram ser sendo tem ter ha existe existem eu nos ele ela eles elas seu sua seus suas nosso nossa nossos nossas
    meu minha este esta esse essa isso isto aquele aquela algum alguma alguns algumas nenhum nenhuma todo toda todos todas cada mais muito outro outra outros outras so ja ainda tambem
    alguem ninguem nada tudo me mim voce voces cair caiu fica ficar depois antes""".split()
)
"""Words that hold a sentence together."""

KIND_WORDS = frozenset(
    """service services microservice microservices app apps application applications component components system systems subsystem subsystems domain domains area part parts
    endpoint endpoints route routes api apis operation operations url topic topics queue queues channel channels stream streams event events message messages database databases db dbs
    datastore store stores cache caches table tables entity entities aggregate aggregates adr adrs decision decisions record records incident incidents postmortem postmortems outage outages
    team teams squad owner owners library libraries package packages document documents docs runbook runbooks community communities consumer consumers producer producers publisher publishers
    subscriber subscribers subscription subscriptions caller callers client clients user users dependency dependencies dependent dependents path paths chain request requests call calls server servers
    estate architecture code data infrastructure language languages function functions class classes method methods file files
    servico servicos sistema sistemas subsistema dominio topico topicos fila filas evento eventos mensagem mensagens banco bancos dados tabela tabelas entidade entidades decisao decisoes
    incidente incidentes equipe equipes time times dono donos biblioteca documento documentos caminho requisicao rota rotas codigo arquitetura""".split()
)
"""Words that say what kind of thing a name is."""

SOFT_KIND_WORDS = frozenset(
    "user users client clients owner document documents record records file files library data request requests domain cache store stream route call".split()
)
"""Of these, words that services are called by all the same."""

NEVER_NAMES = SMALL | KIND_WORDS
