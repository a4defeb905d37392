# Builds the console and the server, then keeps the program and the console alone. How to run it: docs/start/deploy.md.

FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
COPY scripts scripts
# The same installation that `npm run build` would make, in a layer of its own.
RUN node --input-type=module -e "import { ensureInstalled } from './scripts/prepare.mjs'; import { npm } from './scripts/run.mjs'; await ensureInstalled(npm)"
COPY . .
RUN npm run build

FROM debian:12-slim
# A version that is named here is gone from Debian with its next fix.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --user-group --home-dir /data --shell /usr/sbin/nologin switchyard \
  && install -d -m 0700 -o switchyard -g switchyard /data
WORKDIR /opt/switchyard
COPY --from=build /src/dist/switchyard dist/switchyard
COPY --from=build /src/dist/web dist/web
ENV HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data \
  BUN_CONFIG_MAX_HTTP_REQUESTS=65535 \
  BUN_JSC_codeBlockAgingLeaseMultiplier=100000
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /health/live HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200 '"]
ENTRYPOINT ["/opt/switchyard/dist/switchyard"]
