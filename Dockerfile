FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npx graphql-codegen --config codegen.ts && NODE_ENV=production npm run build && npm prune --omit=dev

FROM node:22-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# Read at run time.
COPY --from=build /app/server/library ./server/library
COPY --from=build /app/client/icons ./client/icons
COPY --from=build /app/docs-content ./docs-content
COPY --from=build /app/server/features/link-preview/fonts.conf ./server/features/link-preview/fonts.conf
# Used only without DATABASE_URL: the site then runs a PostgreSQL of its own and keeps the data here.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "const base = (process.env.BASE_PATH ?? '').split('/').filter(Boolean).map((part) => '/' + part).join(''); fetch(`http://127.0.0.1:${process.env.PORT || 3000}${base}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
