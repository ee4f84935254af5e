"""Scopes of packages that are no part of an estate, and modules that Node.js brings along."""

NODE_MODULES = frozenset(
    """assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain
    events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl
    stream string_decoder sys test timers tls trace_events tty url util v8 vm wasi worker_threads zlib""".split()
)

LIBRARY_SCOPES = frozenset(
    """@alloc @angular @angular-devkit @ant-design @apollo @apollographql @as-integrations @auth0 @aws-amplify @aws-crypto @aws-lambda-powertools @aws-sdk
    @azure @babel @bufbuild @bull-board @casl @chakra-ui @cloudflare @commitlint @connectrpc @cucumber @datadog @dnd-kit
    @elastic @elysiajs @emotion @envelop @eslint @expo @faker-js @fastify @floating-ui @fontsource @fortawesome @fullcalendar
    @golevelup @google-cloud @googleapis @googlemaps @grafana @graphql-codegen @graphql-tools @grpc @hapi @headlessui @heroicons
    @hono @hookform @hotwired @improbable-eng @influxdata @instana @ionic @jest @js-joda @jridgewell @kafkajs @keycloak @koa @kubernetes
    @langchain @lit @lukeed @mantine @mapbox @material-ui @mdx-js @microsoft @mikro-orm @mongodb-js @moleculer @mui @neondatabase @nestjs @nestjs-modules
    @netlify @newrelic @ngneat @ngrx @ngx-translate @node-rs @npmcli @nrwl @nx @octokit @openapitools @openfeature @opensearch-project @opentelemetry
    @parcel @paypal @pinia @playwright @pmndrs @prettier @prisma @protobufjs @radix-ui @react-aria @react-email @react-native
    @react-native-async-storage @react-navigation @react-spring @redis @reduxjs @remix-run @rollup @scarf @segment @sendgrid
    @sentry @sequelize @sideway @sinclair @sindresorhus @slack @smithy @socket.io @stencil @storybook @stripe @styled-system @sveltejs @swc
    @tailwindcss @tanstack @temporalio @testing-library @tiptap @trpc @tsconfig @typegoose @typescript-eslint @types @ucast @upstash @urql
    @vercel @vitejs @vue @vueuse @web3-react @webassemblyjs @whatwg-node @xstate @yarnpkg""".split()
)
"""npm scopes of widely used packages; another scope may be the estate's own workspace."""
