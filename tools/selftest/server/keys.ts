import type { Asked } from './behaviour';
import type { KeyName, Keys, Plan } from './model';

/** Letters of both cases and digits, and none the beginning of another, so that a near miss of one is no other. */
export const keys: Keys = {
  main: 'ak-Main-7Qk2XvR9tLbW3zNc',
  limit: 'ak-Limit-p4YhT8sJd0MgEu6F',
  other: 'ak-Other-Bx5nVq1KwZ9rCa2H',
};

const free: Plan = { minute: 60, day: 1_000 };
const business: Plan = { minute: 1_000, day: 100_000 };

export const planOf = (key: KeyName | undefined): Plan => (key === 'limit' ? free : business);

export function parseKey(authorization: string | undefined, asked: Asked): KeyName | undefined {
  const token = tokenOf(authorization);
  return token === undefined ? undefined : keyWhere(asked, (key) => key === token);
}

/** What follows `Bearer`, perhaps nothing; undefined when the header is missing or of another scheme. */
export function tokenOf(authorization: string | undefined): string | undefined {
  const bearer = authorization?.match(/^bearer(?: +(.*))?$/i);
  return bearer ? (bearer[1] ?? '') : undefined;
}

export function keyWhere(asked: Asked, test: (key: string) => boolean): KeyName | undefined {
  return keyNames.find((name) => test(asked.world.keys[name]));
}

const keyNames: readonly KeyName[] = ['main', 'limit', 'other'];
