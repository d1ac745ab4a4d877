import { bodies } from './bodies';
import { framing } from './framing';
import { heads } from './heads';
import type { Hostile } from './model';
import { values } from './values';

/** Every hostile server. To add one: write it into the list that it belongs to, with what the suite is to say of it. */
export const hostile: readonly Hostile[] = [...heads, ...framing, ...bodies, ...values];
