import { bookFields, branchFields, copyFields } from './fields';
import type { Stages } from './model';
import { opening } from './opening';
import { page } from './pages';
import {
  assignId,
  clash,
  filter,
  find,
  hasParents,
  insert,
  parseBody,
  patched,
  read,
  remove,
  select,
  show,
  update,
} from './records';

/** A server that keeps every sentence of the contract. */
export const lawfulLibrary: Stages = {
  opening,
  arrive: () => undefined,
  meanwhile: () => {},
  isKey: (headers, { key }) => headers['x-library-key'] === key,
  hasParents,
  find,
  parseBody,
  fields: { branches: branchFields, books: bookFields, copies: copyFields },
  read,
  clash,
  assignId,
  insert,
  replaced: (_, body) => body,
  patched,
  between: () => undefined,
  update,
  remove,
  missing: () => undefined,
  select,
  filter,
  page,
  show,
  problem: ({ status, message }) => ({ type: 'about:blank', title: message, status: BigInt(status) }),
  rewrite: (reply) => reply,
};
