import type { Schema } from '../../openapi/contract';
import type { WorldState } from '../world/stores/model';
import type { Random } from '../world/stores/random';

/** What made-up values are drawn from. */
export interface Source {
  readonly random: Random;
  /** Unix milliseconds: the time that a made-up instant tells. */
  readonly now: number;
  /** Makes values that look like real ones. Default: they are the least that a schema allows. */
  readonly makeUp?: MakeUp | undefined;
  /** Whether members are kept that a schema allows and does not name. Default: they are left out. */
  readonly keepsUnnamed?: boolean | undefined;
}

/**
 * Makes a value that looks like a real one.
 *
 * @param name what it is called, such as the name of its property
 * @returns undefined where nothing is found that fits the schema
 */
export type MakeUp = (schema: Schema, source: Source, name: string) => unknown;

/** The one place where the time of a request is read, so that all of its reply shows the same time. */
export const sourceOf = ({ clock, random }: WorldState): Source => ({ now: clock.now(), random });
