"""Top-level modules that are no part of an estate: Python's standard library, and libraries that many estates use."""

STANDARD_LIBRARY = frozenset(
    """
    abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect
    builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall
    concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm
    decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput
    fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq
    hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3
    linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt
    multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib
    pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd
    py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy
    sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd
    sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau
    symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit
    tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata
    unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp
    zipfile zipimport zlib zoneinfo
    """.split()
)
"""As of Python 3.11."""

LIBRARIES = frozenset(
    """
    PIL aio_pika aioboto3 aiobotocore aiofiles aiohttp aiokafka aiomysql aiopg aioredis alembic amqp anthropic
    apscheduler arq asgiref asyncpg attr attrs authlib azure babel bcrypt billiard bleach boltons boto boto3
    botocore bottle bs4 cachetools cassandra celery certifi channels cherrypy click clickhouse_connect
    clickhouse_driver colorama confluent_kafka connexion consul cryptography cv2 dash dask databases dateutil
    ddtrace decouple django django_filters docker dotenv dramatiq drf_spectacular drf_yasg dynaconf ecs_logging
    elasticapm elasticsearch environ environs etcd3 eventlet factory faker falcon fastapi fastapi_pagination fastmcp
    faust feedparser firebase_admin flasgger flask flask_caching flask_cors flask_jwt_extended flask_login
    flask_marshmallow flask_migrate flask_restful flask_restplus flask_restx flask_smorest flask_socketio
    flask_sqlalchemy freezegun gevent gino git google googleapiclient gql gradio graphene graphene_django graphql
    grpc grpc_health grpc_reflection gunicorn h11 hazelcast httplib2 httpx huey hvac hypercorn influxdb
    influxdb_client instana jaeger_client jinja2 jose json_logging jsonschema jwt kafka kazoo keras kombu kubernetes
    langchain langchain_core langchain_openai ldap3 locust loguru lxml mako markdown markupsafe marshmallow
    matplotlib mcp minio mongoengine motor msgpack msgspec mypy_extensions mysql nameko nats neo4j nest_asyncio
    newrelic nltk numpy oauthlib openai openfeature opensearchpy opentelemetry opentracing oracledb orjson pamqp
    pandas paramiko passlib peewee phonenumbers pika pkg_resources playwright plotly polars prefect
    prometheus_client prometheus_fastapi_instrumentator promise proto psutil psycopg psycopg2 pulsar
    py_eureka_client pyarrow pycountry pydantic pydantic_core pydantic_settings pymongo pymysql pyodbc pyspark
    pytest pytz qrcode quart ray redis regex requests requests_oauthlib responses rest_framework
    rest_framework_simplejwt retry rich rq ruamel sanic sanic_ext scipy selenium sendgrid sentry_sdk setuptools
    shapely simplejson six sklearn slack_sdk slugify snowflake socketio sqlalchemy sqlalchemy_utils sqlmodel
    starlette storages strawberry streamlit stripe structlog tabulate temporalio tenacity tensorflow termcolor
    thrift tiktoken tokenizers toml toolz torch tornado tortoise tqdm traceloop transformers twilio twisted typer
    typing_extensions tzlocal ujson uplink urllib3 uvicorn uvloop validators vcr voluptuous watchdog webargs
    websocket websockets werkzeug whitenoise wsgiref wtforms xmltodict yaml yarl zeep zipkin zmq zope
    """.split()
)
"""Widely used packages by the name under which they are imported; one that is missing here is only looked up in vain."""
