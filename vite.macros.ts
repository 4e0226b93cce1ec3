import { transformAsync, type PluginItem } from "@babel/core";
import type { Plugin } from "vite";

/**
 * One Babel pass over the sources: Lingui's macros, and whatever else is given. @rolldown/plugin-babel would do, but wants Node 22.12.
 * @param id the sources
 */
export function linguiMacros(id: RegExp, plugins: PluginItem[] = []): Plugin {
  return {
    name: "polyprompt-babel",
    enforce: "pre",
    transform: {
      filter: { id, code: /@lingui\/(react|core)\/macro|\bgraphql\(`/ },
      async handler(code, file) {
        const result = await transformAsync(code, {
          filename: file,
          babelrc: false,
          configFile: false,
          sourceMaps: true,
          parserOpts: {
            plugins: ["typescript", ...(file.endsWith("x") ? (["jsx"] as const) : []), "decorators-legacy"],
          },
          plugins: ["@lingui/babel-plugin-lingui-macro", ...plugins],
        });
        return result?.code ? { code: result.code, map: result.map } : null;
      },
    },
  };
}
