import { type Contract, loadContract, SHIPPED_DOCUMENT, warningLines } from '../../openapi/contract';
import { printable } from '../../openapi/program/printable';
import type { Options } from '../options/options';

/**
 * Reads the document that a command's flags name, and tells on standard error what is wrong with it.
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
  return contract;
}
