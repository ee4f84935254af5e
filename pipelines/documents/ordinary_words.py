"""Words that are ordinary language before they are the name of a service: alone, they count only where the sentence means the service."""

_PLAIN = """
access account action activity actor adapter address admin administration agent agreement alarm alert analysis analytics answer api
app appeal applicant application appointment approval archive area article asset assessment attachment attendance auction audit auth
authentication authorisation authorization author availability backend background backup balance bank banner barcode base basket batch
benefit bid bill billing blog board body book booking boot bot branch brand broker browser bucket budget build bulk bundle business
cache calculator calendar call campaign candidate capture card care carrier cart case catalog catalogue category certificate change
channel charge chart chat check checkin checkout checksum child claim class classification cleanup client clinic cloud cluster code
collection collector comment commerce commission common communication community company compliance component computation concierge
config configuration connect connection connectivity connector console consent consignment console consultation consumer contact
container content contest context contract control controller conversation converter coordinator core correspondence cost country
coupon courier course court coverage crawler credential credit cron currency custody customer daemon dashboard data database dataset
date deal decision default definition delivery department deployment deposit design desk detection developer device directory
disclosure discount discovery dispatch dispatcher display distribution docs document documentation domain donation download driver
economy edge editor education election email emission employee employer endpoint energy engine enquiry enrolment entity entry
environment error estate event evidence example exchange execution exemption export exporter expert express extension external
extractor facility fare favourite feature fee feed feedback field file filter finance finder fleet flight flow folder forecast form format
formatter forum forward foundation framework fraud frontend fulfilment fulfillment function fund game gas gateway general generator
geo gift goods grant graph group guide handler hardware health helper history holiday home hook host hotel house hub identity image
import importer incentive incident income index indexer info information infrastructure ingest ingestion ingress inbox input inquiry
insight inspection instance institution insurance integration integrity interest interface intervention interview inventory invoice
issue item job journal journey jury kernel key keyboard kitchen knowledge label land landing language launcher layout lead learning
lease ledger legacy lesson letter library licence license limit line link list listing live load loader loan local location lock log
logger logging login logistics loyalty mail mailer main maintenance management manager map mapper market marketplace master match
matching material media meeting member membership memory menu merchant message messaging meta metadata meter metric migration mobile
model moderation module monitor monitoring movie music name navigation network news newsletter node note notebook notice notification
object offence offender offer office onboarding operation operator optimiser optimizer option order organisation organization orchestrator
origin outbox output overview owner package page panel parcel parent parking parser participant partner party pass passenger passport
password path patient pay payee payer payment payout payroll people permission person personalisation phone photo picture picker
pipeline place plan planner planning platform player playlist plugin point policy poll pool portal portfolio position post postcode
practice prediction preference premises prescription presentation preview price pricing print printer prison privacy probation process
processing processor producer product production profile program programme project promotion proof property proposal provider provision
proxy publication publisher pump purchase push quality query question queue quiz quota quotation quote radar ranking rate rating reader
receipt reception recipe recommendation recommender record recorder recovery redirect referral reference refund region register
registration registry relation relay release reminder renderer rental repair replay report reporter reporting repository request
research reservation reserve resolver resource response restaurant result retail return review revision reward ride rider risk role
room route router routing rule runner runtime safety sale sample sandbox saga sanction scan scanner schedule scheduler schema school
score scoring scraper screen script search season seat secret security seed segment seller sender sensor sentence sequence server
service session setting settlement share shipment shipping shop shopper shopping sign signal signature signing simulation simulator
site sitemap skill sms snapshot social source space spider staff standard start state statement static station statistic stats status
step stock storage store storefront story stream streaming student studio subject submission subscriber subscription suggestion
summary supplier supply support survey sync synchronisation syncer system tab table tag target tariff task tax taxi teacher team
template tenant terminal terms test testing text theatre theme thing ticket ticketing time timeline timer timetable token tool topic
tour track tracker tracking trade trader trading traffic trainer training train transaction transcript transfer transform transformer
transit translation translator transport travel treasury tree trigger trip tutor ui unit update updater upload uploader usage user
utility vacancy vaccination validation validator value vault vehicle vendor verification verifier version video view viewer virus visit
visitor visualisation voice volunteer vote voucher wallet warehouse watcher water weather web webhook website widget window wishlist
wizard word work worker workflow workspace writer zone
"""
_PORTUGUESE = """
agenda agendamento alerta arquivo aluno anúncio autenticação autorização boleto busca cadastro caixa carrinho cartão catálogo cliente
cobrança compra conta contato contrato conteúdo crédito curso dado dados endereço entrega envio estoque estorno evento fatura faturamento
fila financeiro fornecedor frete funcionário histórico identidade imagem importação integração item loja mensagem modelo nota
notificação oferta pagamento painel pedido perfil permissão pessoa preço processamento produto promoção recebimento recomendação
regra relatório reserva saldo seguro sessão solicitação tarefa token transação transferência usuário venda
"""

ORDINARY: frozenset[str] = frozenset(_PLAIN.split()) | frozenset(_PORTUGUESE.split())
"""Singular, lower case."""

ROLE_NOUNS: frozenset[str] = frozenset(
    """frontend backend gateway dashboard ui api cli operator scheduler proxy worker portal website site app application server
    bff registry broker router orchestrator console bot scanner crawler""".split()
)
"""Last words of names that stand for the service after a definite article: "the frontend"."""

GENERIC_PARTS: frozenset[str] = frozenset(
    """service services svc srv api apis app apps application server ui web website site portal frontend front fe backend be bff gateway
    worker workers job jobs function lambda db database cluster controller operator manager component module system platform client sdk
    library lib proxy dashboard daemon agent cron cronjob batch consumer producer processor handler engine core main ms microservice
    rest graphql grpc http infra infrastructure infrastructure tests testing e2e impl rs ws cli bot java go python node js dotnet net
    spring boot docker chart image repo prod production staging dev test""".split()
)
"""Name parts that tell the kind of a thing rather than which one."""

TECHNOLOGIES: frozenset[str] = frozenset(
    """kubernetes k8s docker aws azure gcp google cloud platform github gitlab git linux java kotlin scala python ruby golang node nodejs
    react angular vue spring django rails flask postgres postgresql mysql mongo mongodb redis kafka rabbitmq nats elasticsearch opensearch
    s3 ec2 eks ecs rds lambda sqs sns terraform helm ansible jenkins nginx envoy istio graphql grpc rest http https tls ssl dns tcp oauth
    oidc saml jwt json yaml xml csv sql html css javascript typescript openapi swagger gitops devops mlops finops microservices serverless oauth2 grafana prometheus git svn mqtt amqp websocket
    ai ml llm iot""".split()
)
"""What a name is built with or runs on: no short form of a service's name."""

SERVICE_NOUNS: frozenset[str] = frozenset(
    """service services microservice microservices app apps application applications component components api apis server servers
    backend frontend ui module modules cluster clusters database db pod pods container containers deployment deployments instance
    instances repository repositories repo repos bc bcs bff context contexts bounded subdomain worker workers process processes lambda lambdas job jobs team domain system systems
    platform pipeline container interface interfaces microsserviço microsserviços serviço serviços servico servicos aplicação aplicacao componente componentes
    módulo sistema sistemas time domínio banco""".split()
)
"""Nouns that, right after an ordinary word, make it the name of something that runs."""


OBSERVERS: frozenset[str] = frozenset(
    """grafana prometheus alertmanager kibana datadog newrelic sentry stackdriver cloudwatch pagerduty opsgenie victorops pingdom statuscake
    uptimerobot splunk sumologic honeycomb dynatrace appdynamics nagios zabbix icinga jaeger zipkin graylog
    bugsnag rollbar raygun statuspage slack loggly papertrail logentries lightstep instana""".split()
)
"""Products that one looks at to notice an incident; they are part of it only where they fail themselves."""

_ABSTRACT = ("ing", "tion", "sion", "ment", "ness", "ance", "ence", "ship")
_LONG = 8
"""Letters of the shortest word whose ending tells."""


def singular(word: str) -> str:
    """A word without a regular plural ending."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes", "uses")):
        return word[:-2]
    if len(word) > 4 and word.endswith("ões"):
        return word[:-3] + "ão"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def is_ordinary(word: str) -> bool:
    """Whether a lower-case word, or its singular, is ordinary language: it is listed, or is made as abstract nouns are."""
    one = singular(word)
    return word in ORDINARY or one in ORDINARY or (len(one) >= _LONG and one.endswith(_ABSTRACT))
