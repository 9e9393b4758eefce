# One image for every role; the command is the program: api/server.ts (the default), worker/server.ts (worker),
# migrations/run.ts, cli/main.ts (`lavra`), simulator/main.ts.
FROM node:24-bookworm-slim AS base
WORKDIR /lavra
ENV NODE_ENV=production

# Dependencies apart from the source, so that a change of source does not install them again. The image brings its own
# Node, browser and database, and leaves out those that npm brings to a laptop.
FROM base AS dependencies
COPY package.json package-lock.json .npmrc ./
COPY ops/image/prune.sh ops/image/prune.sh
RUN npm ci --omit=dev && sh ops/image/prune.sh node_modules

# The official schemas, fetched once into the image.
FROM dependencies AS schemas
RUN apt-get update \
  && apt-get install --yes --no-install-recommends python3 python3-pip ca-certificates \
  && rm -rf /var/lib/apt/lists/*
COPY adapters/schemas adapters/schemas
COPY machine machine
RUN node machine/fetch-schemas.ts /schemas

FROM base
# The browser without a window. Debian's package brings a graphics driver with a compiler for the scripts that open windows, and checks for
# those who write drivers: 190 MB of which nothing is loaded.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends chromium-headless-shell tini ca-certificates tzdata \
  && dpkg --purge --force-depends libgl1-mesa-dri libllvm15 libz3-4 \
  && apt-get clean \
  && rm -rf /usr/lib/chromium/libVkLayer_khronos_validation.so /var/lib/apt/lists/*
# Chromium's sandbox needs user namespaces, which containers do not have; what it draws is our own HTML alone.
RUN printf '#!/bin/sh\nexec /usr/bin/chromium-headless-shell --no-sandbox "$@"\n' > /usr/local/bin/lavra-chromium \
  && chmod 0755 /usr/local/bin/lavra-chromium \
  && install -d -o node -g node /state \
  && install -d -o node -g node -m 0700 /blobs
COPY --from=dependencies /lavra/node_modules node_modules
COPY --from=schemas /schemas /schemas
COPY . .
ENV PUPPETEER_EXECUTABLE_PATH=/usr/local/bin/lavra-chromium \
  LAVRA_SCHEMAS=/schemas \
  LAVRA_HOME=/state \
  LAVRA_BLOBS=file:///blobs \
  LAVRA_API_HOST=0.0.0.0 \
  LAVRA_PANEL_HOST=0.0.0.0 \
  LAVRA_METRICS_HOST=0.0.0.0 \
  NODE_COMPILE_CACHE=/compiled
RUN install -d -o node -g node /compiled node_modules/.cache
USER node
RUN sh ops/image/ahead.sh
VOLUME /state /blobs
EXPOSE 3000 3001 9464
ENTRYPOINT ["/usr/bin/tini", "--", "node"]
CMD ["api/server.ts"]
