# syntax=docker/dockerfile:1

# Build stage: nothing of it but node_modules and dist reaches the image.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY schemas schemas
COPY scripts scripts
COPY src src
RUN npm rebuild && npm run build:console && npm run build && npm prune --omit=dev

# The service runs as an unprivileged user, writes to /data only, and needs no init process: it handles signals and starts no children.
FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY bin bin
COPY schemas schemas
COPY flows flows
COPY templates templates
# Default settings; a mounted file, the environment and flags override them.
COPY deploy/container/ringflow.config.yaml ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.RINGFLOW_PORT ?? 8080}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/ringflow.js"]
# Flows are deployed to the running service; `serve <folder>` starts it with the flows of a folder.
CMD ["serve"]
