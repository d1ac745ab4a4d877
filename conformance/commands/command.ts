import { type Contract, loadContract, type Operation, SHIPPED_DOCUMENT, warningLines } from '../../openapi/contract';
import { printable } from '../../openapi/program/printable';
import { withAdopted } from '../exchange/adopted';
import { contractWithout } from '../exchange/removal';
import type { Options } from '../options/options';

/** What the suite's program does: a word of its own, such as `compare`, or none for a run. */
export interface Command {
  /** The first word of the command line. */
  readonly name: string;
  /** A line of `--help`. */
  readonly summary: string;
  /**
   * @param args what stands behind the name
   * @returns the exit code
   * @throws UsageError, ContractError, CannotRun, CommanderError for what the user can correct
   */
  readonly execute: (args: readonly string[]) => Promise<number>;
}

/**
 * Reads the document that a command's flags name, and tells on standard error what is wrong with it. Operations that differ
 * from others in the fragment of their path are left out: no client sends one (RFC 9110 §7.1), so no server tells them apart.
 *
 * @throws ContractError if it can't be used, or has faults and is to be read strictly
 */
export async function readContract({
  document,
  allowRefs,
  strict,
  warnings,
}: Pick<Options, 'document' | 'allowRefs' | 'strict' | 'warnings'>): Promise<Contract> {
  const contract = await loadContract(document ?? SHIPPED_DOCUMENT, allowRefs, { strict });
  const lines = warningLines(contract, warnings);
  if (lines.length > 0) console.error(`note: ${lines.map(printable).join('\n')}`);
  const ofFragments = contract.operations.filter(hasFragment).map(({ id }) => id);
  if (ofFragments.length > 0)
    console.error(
      printable(
        `note: Neither sent nor judged, since no client sends the fragment of their paths: ${ofFragments.join(', ')}.`,
      ),
    );
  return withAdopted(contractWithout(contract, hasFragment));
}

const hasFragment = ({ path }: Operation): boolean => path.includes('#');
