# syntax=docker/dockerfile:1

# Everything needed to build, none of which reaches the image that runs.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY schemas schemas
COPY src src
RUN npm run build && npm prune --omit=dev

# It runs as a user without rights, writes to /data alone, and needs no init: it heeds signals and starts no other process.
FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY bin bin
COPY schemas schemas
COPY flows flows
# Settings that a file in its place, the environment and flags win over.
COPY deploy/container/ringflow.config.yaml ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.RINGFLOW_PORT ?? 8080}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/ringflow.js"]
# Flows are handed in while it serves; a folder behind `serve` is for those that it is to begin with.
CMD ["serve"]
