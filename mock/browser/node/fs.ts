function refuse(path: unknown): never {
  throw Object.assign(new Error(`A page has no files, and so no ${String(path)}.`), { code: 'ENOENT' });
}

/** `node:fs` in a page: there is no such file. */
export const readFileSync = refuse;
export const readdirSync = refuse;
export const fstatSync = refuse;
export const write = refuse;
