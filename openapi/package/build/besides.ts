import type { Plugin } from 'esbuild';

/**
 * Leaves packages out of a bundle that have a file of their own in the folder of each bundle's neighbours.
 *
 * @param files the packages, by the names of their files in `dist/`
 */
export const besides = (files: Readonly<Record<string, string>>): Plugin => ({
  name: 'besides',
  setup(build) {
    for (const [file, name] of Object.entries(files)) {
      build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: `../${file}.js`, external: true }));
    }
  },
});
