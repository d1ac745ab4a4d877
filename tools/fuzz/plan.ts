import type { Share } from './assault';
import type { Attack } from './attacks/model';

/** So many attempts go between two looks at the worlds. */
const BATCH = 5000;

/** Shares that go on side by side, one after the other; after each batch of them the worlds are looked at. */
export type Batch = readonly (readonly Share[])[];

/** @param at the one attempt that is asked for, of the only attack */
export function plannedBatches(attacks: readonly Attack[], count: number, at: number | undefined): readonly Batch[] {
  if (at !== undefined) return [attacks.map(({ name }) => [{ attack: name, from: at, to: at + 1 }])];
  const whole = attacks.reduce((sum, { share }) => sum + share, 0);
  const batches = Math.ceil(count / BATCH);
  return Array.from({ length: batches }, (_, place) => {
    const upTo = (share: number, batch: number): number => Math.round((Math.min(count, batch * BATCH) * share) / whole);
    const share = ({ name, share }: Attack): Share => ({
      attack: name,
      from: upTo(share, place),
      to: upTo(share, place + 1),
    });
    const together = attacks.filter(({ phase }) => phase === 'side by side').map(share);
    const alone = attacks.filter(({ phase }) => phase === 'alone').map((attack) => [share(attack)]);
    return [...(together.length === 0 ? [] : [together]), ...alone];
  });
}
