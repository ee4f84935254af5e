"""The source code of one service: its routes, the calls it makes, the topics it writes and reads."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.estate47.plan import Service


@dataclass(frozen=True, slots=True)
class Need:
    """Another service as code sees it: the resource it asks for and the variable or key that holds the address."""

    target: str
    resource: str
    kind: str
    hidden: str

    @property
    def variable(self) -> str:
        """The environment variable with the address."""
        return f"{self.target.replace('-', '_').upper()}_{'ADDR' if self.kind == 'grpc' else 'URL'}"

    @property
    def camel(self) -> str:
        """The target as a word of code."""
        return pascal(self.target)


@dataclass(frozen=True, slots=True)
class Channel:
    """A topic as code sees it: the variable that holds its name."""

    topic: str

    @property
    def variable(self) -> str:
        """The environment variable with the name."""
        return f"TOPIC_{self.topic.replace('-', '_').replace('.', '_').upper()}"

    @property
    def key(self) -> str:
        """The configuration key with the name."""
        return self.topic.replace(".", "-")


@dataclass(frozen=True, slots=True)
class Sources:
    """All that a service's code needs of others. `serves_grpc`: somebody calls it so."""

    service: Service
    needs: Sequence[Need]
    writes: Sequence[Channel]
    reads: Sequence[Channel]
    serves_grpc: bool


def source_files(sources: Sources) -> dict[str, str]:
    """Path below the service's folder -> text."""
    return _WRITERS[sources.service.language](sources)


def pascal(name: str) -> str:
    """`card-vault` is CardVault."""
    return "".join(word.capitalize() for word in name.split("-"))


def proto(name: str) -> str:
    """The contract of a service that is called over gRPC."""
    title, package = pascal(name), name.replace("-", "_")
    return (
        f'syntax = "proto3";\npackage {package}.v1;\noption go_package = "example.test/gen/{package}v1";\n\nservice {title}Reader {{\n'
        f"  rpc Fetch(FetchRequest) returns (FetchReply);\n}}\n\nmessage FetchRequest {{\n  string id = 1;\n}}\n\nmessage FetchReply {{\n  string body = 1;\n}}\n"
    )


def _java(sources: Sources) -> dict[str, str]:
    service, title = sources.service, pascal(sources.service.name)
    root = f"src/main/java/estate/{service.name.replace('-', '')}"
    package = f"package estate.{service.name.replace('-', '')};\n\n"
    files = {
        "pom.xml": "<project><modelVersion>4.0.0</modelVersion><groupId>test</groupId>"
        f"<artifactId>{service.name}</artifactId><version>1</version><dependencies><dependency><groupId>org.springframework.boot</groupId>"
        "<artifactId>spring-boot-starter-web</artifactId></dependency></dependencies></project>\n",
        f"{root}/Application.java": package
        + "import org.springframework.boot.SpringApplication;\nimport org.springframework.boot.autoconfigure.SpringBootApplication;\n\n"
        "@SpringBootApplication\npublic class Application {\n    public static void main(String[] args) {\n"
        "        SpringApplication.run(Application.class, args);\n    }\n}\n",
        f"{root}/{title}Controller.java": package + "import org.springframework.web.bind.annotation.*;\n\n"
        f'@RestController\n@RequestMapping("/{service.resource}")\npublic class {title}Controller {{\n'
        '    @GetMapping("/{id}")\n    public String one(@PathVariable String id) {\n        return id;\n    }\n\n'
        "    @PostMapping\n    public String add(@RequestBody String body) {\n        return body;\n    }\n}\n",
    }
    keys = "".join(f"  {need.target}: ${{{need.variable}:http://{need.target}:8080}}\n" if need.hidden == "environment"
                   else f"  {need.target}: http://{need.target}:8080\n" for need in sources.needs)  # fmt: skip
    topics = "".join(f"  {channel.key}: {channel.topic}\n" for channel in (*sources.writes, *sources.reads))
    files["src/main/resources/application.yml"] = (
        f"spring:\n  application:\n    name: {service.name}\n"
        + ("  kafka:\n    bootstrap-servers: kafka:9092\n" if topics else "")
        + (f"clients:\n{keys}" if keys else "")
        + (f"topics:\n{topics}" if topics else "")
    )
    for need in sources.needs:
        files[f"{root}/{need.camel}Client.java"] = (
            package + "import org.springframework.beans.factory.annotation.Value;\nimport org.springframework.stereotype.Component;\n"
            f"import org.springframework.web.client.RestTemplate;\n\n@Component\npublic class {need.camel}Client {{\n"
            f'    @Value("${{clients.{need.target}}}")\n    private String address;\n    private final RestTemplate http = new RestTemplate();\n\n'
            f'    public String fetch(String id) {{\n        return http.getForObject(address + "/{need.resource}/" + id, String.class);\n    }}\n}}\n'
        )  # fmt: skip
    for channel in sources.writes:
        files[f"{root}/Publisher.java"] = (
            package + "import org.springframework.beans.factory.annotation.Value;\nimport org.springframework.kafka.core.KafkaTemplate;\n"
            "import org.springframework.stereotype.Component;\n\n@Component\npublic class Publisher {\n"
            f'    @Value("${{topics.{channel.key}}}")\n    private String topic;\n    private final KafkaTemplate<String, String> kafka;\n\n'
            "    public Publisher(KafkaTemplate<String, String> kafka) {\n        this.kafka = kafka;\n    }\n\n"
            "    public void publish(String body) {\n        kafka.send(topic, body);\n    }\n}\n"
        )  # fmt: skip
    for place, channel in enumerate(sources.reads):
        files[f"{root}/Listener{place}.java"] = (
            package
            + "import org.springframework.kafka.annotation.KafkaListener;\nimport org.springframework.stereotype.Component;\n\n"
            f'@Component\npublic class Listener{place} {{\n    @KafkaListener(topics = "${{topics.{channel.key}}}", groupId = "{service.name}")\n'
            "    public void on(String body) {\n        System.out.println(body);\n    }\n}\n"
        )
    return files


def _python(sources: Sources) -> dict[str, str]:
    service = sources.service
    config = [need for need in sources.needs if need.hidden == "config" and need.kind == "http"]
    lines = ["import os", "", "import httpx", "from fastapi import FastAPI"]
    lines += ["from kafka import KafkaConsumer, KafkaProducer"] if sources.writes or sources.reads else []
    grpc = [need for need in sources.needs if need.kind == "grpc"]
    if grpc or sources.serves_grpc:
        lines += ["import grpc"]
    for need in grpc:
        module = need.target.replace("-", "_")
        lines += [f"from gen import {module}_pb2, {module}_pb2_grpc"]
    if config:
        lines += ["from addresses import " + ", ".join(need.variable for need in config)]
    if sources.serves_grpc:
        module = service.name.replace("-", "_")
        lines += [f"from gen import {module}_pb2, {module}_pb2_grpc"]
    lines += ["", f'app = FastAPI(title="{service.name}")', ""]
    lines += [f"{need.variable} = os.environ[{need.variable!r}]" for need in sources.needs if need not in config]
    lines += [
        "", f'@app.get("/{service.resource}/{{id}}")', "def one(id: str):", "    return {'id': id}", "",
        f'@app.post("/{service.resource}")', "def add(body: dict):", "    return body", "",
    ]  # fmt: skip
    for need in sources.needs:
        name = need.target.replace("-", "_")
        if need.kind == "grpc":
            lines += [
                f"def fetch_{name}(id: str):", f"    channel = grpc.insecure_channel({need.variable})",
                f"    stub = {name}_pb2_grpc.{need.camel}ReaderStub(channel)", f"    return stub.Fetch({name}_pb2.FetchRequest(id=id))", "",
            ]  # fmt: skip
        else:
            lines += [
                f"def fetch_{name}(id: str):",
                f'    return httpx.get(f"{{{need.variable}}}/{need.resource}/{{id}}").json()',
                "",
            ]
    for channel in sources.writes:
        lines += [
            "def publish(body: bytes):", '    producer = KafkaProducer(bootstrap_servers="kafka:9092")',
            f'    producer.send(os.environ["{channel.variable}"], body)', "",
        ]  # fmt: skip
    for place, channel in enumerate(sources.reads):
        lines += [
            f"def listen_{place}():",
            f'    consumer = KafkaConsumer(os.environ["{channel.variable}"], group_id="{service.name}", bootstrap_servers="kafka:9092")',
            "    for message in consumer:", "        print(message.value)", "",
        ]  # fmt: skip
    if sources.serves_grpc:
        module, title = service.name.replace("-", "_"), pascal(service.name)
        lines += [
            f"class Reader({module}_pb2_grpc.{title}ReaderServicer):", "    def Fetch(self, request, context):",
            f"        return {module}_pb2.FetchReply(body=request.id)", "", "def serve(server):",
            f"    {module}_pb2_grpc.add_{title}ReaderServicer_to_server(Reader(), server)", "",
        ]  # fmt: skip
    files = {"main.py": "\n".join(lines), "requirements.txt": "fastapi\nhttpx\nkafka-python\ngrpcio\n"}
    if config:
        files["addresses.py"] = "".join(f'{need.variable} = "http://{need.target}:8080"\n' for need in config)
    return files


def _typescript(sources: Sources) -> dict[str, str]:
    service = sources.service
    lines = ['import express from "express";', 'import axios from "axios";']
    topics = (*sources.writes, *sources.reads)
    lines += ['import { Kafka } from "kafkajs";'] if topics else []
    config = [need for need in sources.needs if need.hidden == "config"]
    lines += ['import { addresses } from "./addresses";'] if config else []
    lines += ["", "const app = express();"]
    lines += [f'const kafka = new Kafka({{ clientId: "{service.name}", brokers: ["kafka:9092"] }});'] if topics else []
    lines += [
        "", f'app.get("/{service.resource}/:id", (request, response) => {{', "  response.json({ id: request.params.id });", "});",
        f'app.post("/{service.resource}", (request, response) => {{', "  response.json(request.body);", "});", "",
    ]  # fmt: skip
    for need in sources.needs:
        name = need.camel[0].lower() + need.camel[1:]
        address = f"addresses.{name}" if need in config else f"process.env.{need.variable}"
        lines += [
            f"export async function fetch{need.camel}(id: string) {{",
            f"  return axios.get(`${{{address}}}/{need.resource}/${{id}}`);",
            "}",
            "",
        ]
    for channel in sources.writes:
        lines += [
            "export async function publish(body: string) {", "  const producer = kafka.producer();", "  await producer.connect();",
            f"  await producer.send({{ topic: process.env.{channel.variable}!, messages: [{{ value: body }}] }});", "}", "",
        ]  # fmt: skip
    for place, channel in enumerate(sources.reads):
        lines += [
            f"export async function listen{place}() {{", f'  const consumer = kafka.consumer({{ groupId: "{service.name}" }});',
            f"  await consumer.subscribe({{ topic: process.env.{channel.variable}! }});",
            "  await consumer.run({ eachMessage: async ({ message }) => console.log(message.value) });", "}", "",
        ]  # fmt: skip
    lines += ["app.listen(8080);", ""]
    files = {
        "src/index.ts": "\n".join(lines),
        "package.json": f'{{"name": "{service.name}", "dependencies": {{"express": "4", "axios": "1", "kafkajs": "2"}}}}\n',
    }
    if config:
        known = "".join(
            f'  {need.camel[0].lower() + need.camel[1:]}: "http://{need.target}:8080",\n' for need in config
        )
        files["src/addresses.ts"] = f"export const addresses = {{\n{known}}};\n"
    return files


def _go(sources: Sources) -> dict[str, str]:
    service = sources.service
    grpc = [need for need in sources.needs if need.kind == "grpc"]
    imports = ["context", "fmt", "net/http", "os"]
    imports += ["github.com/segmentio/kafka-go"] if sources.writes or sources.reads else []
    imports += ["google.golang.org/grpc"] if grpc or sources.serves_grpc else []
    modules = [*(need.target for need in grpc), *([service.name] if sources.serves_grpc else [])]
    named = [f'\t{m.replace("-", "")} "example.test/gen/{m.replace("-", "_")}v1"' for m in dict.fromkeys(modules)]
    lines = ["package main", "", "import (", *(f'\t"{path}"' for path in imports), *named, ")", ""]
    for need in sources.needs:
        if need.kind == "grpc":
            package = need.target.replace("-", "")
            lines += [
                f"func fetch{need.camel}(ctx context.Context, id string) {{", f'\tconnection, _ := grpc.Dial(os.Getenv("{need.variable}"))',
                f"\tclient := {package}.New{need.camel}ReaderClient(connection)", f"\tclient.Fetch(ctx, &{package}.FetchRequest{{Id: id}})", "}", "",
            ]  # fmt: skip
        else:
            address = f'os.Getenv("{need.variable}")' if need.hidden == "environment" else f"address{need.camel}"
            lines += [
                f"func fetch{need.camel}(id string) (*http.Response, error) {{",
                f'\treturn http.Get({address} + "/{need.resource}/" + id)', "}", "",
            ]  # fmt: skip
    for channel in sources.writes:
        lines += [
            "func publish(ctx context.Context, body []byte) {",
            f'\twriter := &kafka.Writer{{Addr: kafka.TCP("kafka:9092"), Topic: os.Getenv("{channel.variable}")}}',
            "\twriter.WriteMessages(ctx, kafka.Message{Value: body})", "}", "",
        ]  # fmt: skip
    for place, channel in enumerate(sources.reads):
        lines += [
            f"func listen{place}(ctx context.Context) {{",
            f'\treader := kafka.NewReader(kafka.ReaderConfig{{Brokers: []string{{"kafka:9092"}}, GroupID: "{service.name}", Topic: os.Getenv("{channel.variable}")}})',
            "\tmessage, _ := reader.ReadMessage(ctx)", "\tfmt.Println(message.Value)", "}", "",
        ]  # fmt: skip
    if sources.serves_grpc:
        package, title = service.name.replace("-", ""), pascal(service.name)
        lines += [
            f"type reader struct {{\n\t{package}.Unimplemented{title}ReaderServer\n}}", "",
            f"func (r *reader) Fetch(ctx context.Context, request *{package}.FetchRequest) (*{package}.FetchReply, error) {{",
            f"\treturn &{package}.FetchReply{{Body: request.Id}}, nil", "}", "",
        ]  # fmt: skip
    lines += [
        "func one(w http.ResponseWriter, r *http.Request) {", "\tfmt.Fprint(w, r.URL.Path)", "}", "", "func main() {",
        *([f"\tserver := grpc.NewServer()\n\t{service.name.replace('-', '')}.Register{pascal(service.name)}ReaderServer(server, &reader{{}})"] if sources.serves_grpc else []),
        f'\thttp.HandleFunc("GET /{service.resource}/{{id}}", one)', f'\thttp.HandleFunc("POST /{service.resource}", one)',
        '\thttp.ListenAndServe(":8080", nil)', "}", "",
    ]  # fmt: skip
    files = {"main.go": "\n".join(lines), "go.mod": f"module example.test/{service.name}\n\ngo 1.22\n"}
    config = [need for need in sources.needs if need.kind == "http" and need.hidden == "config"]
    if config:
        known = "".join(f'\taddress{need.camel} = "http://{need.target}:8080"\n' for need in config)
        files["addresses.go"] = f"package main\n\nconst (\n{known})\n"
    return files


def _csharp(sources: Sources) -> dict[str, str]:
    service = sources.service
    topics = (*sources.writes, *sources.reads)
    lines = ["using Confluent.Kafka;"] if topics else []
    lines += [
        "var builder = WebApplication.CreateBuilder(args);", "var app = builder.Build();", "",
        f'app.MapGet("/{service.resource}/{{id}}", (string id) => id);', f'app.MapPost("/{service.resource}", (string body) => body);', "app.Run();", "",
    ]  # fmt: skip
    files = {
        "Program.cs": "\n".join(lines),
        f"{service.name}.csproj": '<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>\n',
    }
    keys = ",\n".join(f'    "{need.camel}": "http://{need.target}:8080"' for need in sources.needs)
    files["appsettings.json"] = f'{{\n  "Clients": {{\n{keys}\n  }}\n}}\n' if keys else "{}\n"
    for need in sources.needs:
        files[f"{need.camel}Client.cs"] = (
            f"public class {need.camel}Client\n{{\n    private readonly HttpClient _http;\n    private readonly IConfiguration _configuration;\n\n"
            f"    public {need.camel}Client(HttpClient http, IConfiguration configuration)\n    {{\n        _http = http;\n        _configuration = configuration;\n    }}\n\n"
            f"    public async Task<string> Fetch(string id)\n    {{\n"
            f'        return await _http.GetStringAsync($"{{_configuration["Clients:{need.camel}"]}}/{need.resource}/{{id}}");\n    }}\n}}\n'
        )
    for channel in sources.writes:
        files["Publisher.cs"] = (
            "using Confluent.Kafka;\n\npublic class Publisher\n{\n    private readonly IProducer<string, string> _producer;\n\n"
            "    public async Task Publish(string body)\n    {\n"
            f'        await _producer.ProduceAsync(Environment.GetEnvironmentVariable("{channel.variable}"), new Message<string, string> {{ Value = body }});\n    }}\n}}\n'
        )
    for place, channel in enumerate(sources.reads):
        files[f"Listener{place}.cs"] = (
            f"using Confluent.Kafka;\n\npublic class Listener{place}\n{{\n    private readonly IConsumer<string, string> _consumer;\n\n"
            f'    public void Listen()\n    {{\n        _consumer.Subscribe(Environment.GetEnvironmentVariable("{channel.variable}"));\n'
            "        _consumer.Consume();\n    }\n}\n"
        )
    return files


_WRITERS: dict[str, Callable[[Sources], dict[str, str]]] = {
    "java": _java, "python": _python, "typescript": _typescript, "go": _go, "csharp": _csharp,
}  # fmt: skip
