import { isObject, type JsonObject } from './object';

/** The value if it is an object, else an empty one. */
export const objectOrEmpty = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The value if it is an array, else an empty one. */
export const arrayOrEmpty = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The value if it is a string. */
export const stringOrUndefined = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
