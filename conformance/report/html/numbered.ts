import type { SetAside } from '../../baseline/model';
import { type Cause, causesOf } from '../../judge/causes';
import type { Finding } from '../../verdict/result';

/** A finding with its number on the page: `3`, or `3.1` where it follows from the third. */
export interface Numbered {
  readonly number: string;
  readonly finding: Finding;
  readonly consequences: readonly Numbered[];
}

/** The causes in the order of a report, with the numbers that the report on the terminal gives them. */
export const numberedOf = (findings: readonly Finding[]): readonly Numbered[] =>
  causesOf(findings).map(({ finding, consequences }: Cause, index) => ({
    number: `${index + 1}`,
    finding,
    consequences: consequences.map((one, place) => ({
      number: `${index + 1}.${place + 1}`,
      finding: one,
      consequences: [],
    })),
  }));

/** What a baseline knows, with numbers of its own. */
export const knownOf = (setAside: SetAside | undefined): readonly Numbered[] =>
  (setAside?.known ?? []).map(({ finding }, index) => ({ number: `k${index + 1}`, finding, consequences: [] }));

/** All of them, what follows behind its cause. */
export const allOf = (causes: readonly Numbered[]): readonly Numbered[] =>
  causes.flatMap((cause) => [cause, ...cause.consequences]);

/** The id of a finding's element. */
export const idOf = ({ number }: Numbered): string => `finding-${number.replace('.', '-')}`;
