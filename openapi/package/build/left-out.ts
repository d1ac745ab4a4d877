import type { Plugin } from 'esbuild';

/**
 * What Express loads for middleware that the mock has no use for: its readers of bodies, and its servers of files. They
 * would take an eighth of the start. And what the client of Redis only needs to be measured, or to hash by another function.
 */
const UNUSED = /^(?:body-parser|send|serve-static|@opentelemetry\/api|@node-rs\/xxhash)$/;

/** Leaves packages out of a bundle that are loaded by others and never used: in their place stands an empty module. */
export const leftOut: Plugin = {
  name: 'left-out',
  setup(build) {
    build.onResolve({ filter: UNUSED }, ({ path }) => ({ path, namespace: 'left-out' }));
    build.onLoad({ filter: UNUSED, namespace: 'left-out' }, () => ({ contents: 'module.exports = {};' }));
  },
};
