"""Sentences of the Portuguese records: the same kinds, under the same names, as `phrases.py`."""

TITLE_NAMED = (
    "Usar {title} em {s}", "Adotar {title} em {s}", "{title_cap} para {s}", "{s}: {title}", "Introduzir {title} em {s}", "Levar {title} para {s}",
    "{title_cap} em {s}", "Aplicar {title} a {s}", "Passar {s} para {title}", "Padronizar {title} em {s}",
)  # fmt: skip
TITLE_PLAIN = (
    "Usar {title}", "Adotar {title}", "{title_cap}", "Introduzir {title}", "Preferir {title}", "Padronizar {title}", "Passar para {title}", "Começar com {title}",
    "Concordar com {title}", "Escolher {title}",
)  # fmt: skip
DECIDE = (
    "{s} deve {do}.", "A partir da próxima versão, {s} passa a {do}.", "Decidimos que {s} deverá {do}.", "Cabe a {s} {do}.", "Vamos introduzir {noun} em {s}.",
    "Em {s}, ficamos com {noun}.", "{noun_cap} passa a ser obrigatório para {s}.", "{s} terá de {do}.", "A regra para {s} é {do}.", "Queremos {noun} em {s}.",
    "A mudança é feita em {s}, que vai {do}.", "{s} precisa {do} ainda neste trimestre.",
)  # fmt: skip
DECIDE_PLAIN = (
    "Vamos {do}.", "Ficamos com {noun}.", "A regra é {do}.", "Escolhemos {noun}.", "A partir de agora vamos {do}.", "Decidimos {do}.", "O time fica com {noun}.", "Aceitamos o custo de {do}.",
    "Optamos por {noun}.", "{noun_cap} é o que usamos.",
)  # fmt: skip
SUBJECT = (
    "{s} perdeu escritas duas vezes no mês passado.", "{s} responde devagar no fim do mês.", "{s} faz isso à mão hoje.", "A carga de {s} dobrou desde março.",
    "Ninguém sabe dizer o que {s} faz quando isso falha.", "O comportamento atual de {s} surpreende quem o chama.", "{s} foi escrito antes de termos uma regra.",
    "Metade dos chamados do último ciclo era sobre {s}.", "{s} cresceu além do que construímos no começo.", "O modo como {s} trata isso não passa em uma auditoria.",
)  # fmt: skip
INDIRECT = (
    "{s} precisa mudar seu cliente.", "{s} terá de ser adaptado antes da troca.", "O contrato com {s} muda.", "{s} vai precisar de uma migração própria.",
    "{s} deve tratar o novo código de erro.", "Isso quebra {s} até a próxima publicação.", "Mais trabalho para {s}, que deve enviar o novo campo.", "{s} tem de acompanhar em um mês.",
    "{s} será afetado e precisa de um ajuste.", "As chamadas de {s} serão recusadas até a atualização.",
)  # fmt: skip
UNLIKE = (
    "Diferente de {s}, não temos clientes antigos.", "Ao contrário de {s}, aqui a latência importa.", "Em comparação com {s}, os dados são poucos.", "Assim como {s} fez anos atrás, começamos pequeno.",
    "Não fazemos como {s} faz.", "Semelhante a {s}, mas com outro volume.", "O mesmo padrão já é usado em {s}.", "Diferentemente de {s}, nada aqui é regulado.",
    "O que serve para {s} não precisa servir aqui.", "A abordagem é inspirada em {s}.",
)  # fmt: skip
HISTORY = (
    "A pergunta surgiu em uma revisão de {s}.", "Uma tentativa antiga em {s} foi abandonada.", "Os painéis de {s} nos fizeram notar o problema.", "A ideia vem da documentação de {s}.",
    "O time de {s} escreveu um artigo sobre isso.", "Aprendemos isso com um incidente em {s}, já resolvido.", "Um protótipo em {s} foi jogado fora.", "No passado, {s} fez algo parecido.",
    "Há dois anos discutimos {s}, que não é o assunto aqui.", "Anteriormente, {s} tinha algo do tipo.",
)  # fmt: skip
CLEARED = (
    "{s} não é afetado.", "Nada muda para {s}.", "{s} fica como está.", "Isso não se aplica a {s}.", "{s} está fora do escopo.", "Nenhuma mudança é necessária em {s}.", "Sem impacto em {s}.",
    "{s} permanece inalterado.", "Exceto {s}, que mantém suas regras.", "{s} pode ignorar este registro.",
)  # fmt: skip
REJECTED_OPTION = (
    "Deixar {s} fazer isso", "Mover a lógica para {s}", "Colocar em {s}", "Reusar o que {s} tem", "Estender {s}", "Delegar a {s}", "Esperar por {s}", "Passar tudo por {s}",
    "Guardar o estado em {s}", "Construir dentro de {s}",
)  # fmt: skip
REJECTED = (
    "Avaliamos {s}, mas falta capacidade.", "Colocar isso em {s} foi descartado por causa da latência.", "Descartamos {s}.", "Consideramos {s} e desistimos.",
    "Uma alternativa seria deixar {s} fazer isso; ninguém quis.", "Mover para {s} teria custado um ano.", "A proposta de estender {s} foi rejeitada.", "Fazemos isso aqui em vez de {s}.",
    "Esperar por {s} não era uma opção.", "Em {s} isso exigiria mais uma rede.",
)  # fmt: skip
FILLER = (
    "Duas revisões pediram uma regra.", "A maior parte do custo está nos testes.", "Ninguém mediu isso até agora.", "As alternativas foram discutidas em duas reuniões.",
    "A auditoria pediu uma regra escrita.", "O esforço esperado é de duas semanas.", "Não há um padrão que sirva.", "Cada mês sem regra fica mais caro.", "Deve ser fácil de operar.",
    "Isso está na nossa lista desde o inverno.",
)  # fmt: skip
GOOD = (
    "Bom, porque falhas ficam visíveis", "Bom, porque é fácil de testar", "Bom, porque pode ser desfeito", "Bom, porque custa pouco", "Bom, porque o código fica menor",
)  # fmt: skip
BAD = (
    "Ruim, porque há mais para operar", "Ruim, porque exige uma migração", "Ruim, porque é mais lento no começo", "Ruim, porque precisa ser explicado", "Ruim, porque exige disciplina",
)  # fmt: skip
DOMAIN = (
    "o domínio {d}", "todos os serviços do domínio {d}", "o domínio de {d}", "os serviços de {d}", "o subsistema {d}", "todo o domínio {d}", "o sistema {d}", "tudo no domínio {d}",
    "cada serviço do domínio {d}", "os serviços do domínio de {d}",
)  # fmt: skip
