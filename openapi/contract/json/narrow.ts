import { isObject } from './object';

/** An object of JSON whose members nobody has looked at yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value if it is an object, else an empty one. */
export const objectOrEmpty = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The value if it is an array, else an empty one. */
export const arrayOrEmpty = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The value if it is a string. */
export const stringOrUndefined = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
