import type { ShownMemory } from '../../../../openapi/types/control';

const MIB = 2 ** 20;
const mib = (bytes: number): string => Math.ceil(bytes / MIB).toLocaleString('en');

/** What the mock takes of what it may take. */
export function memoryText({ mostBytes, residentBytes }: NonNullable<ShownMemory>): string {
  const used = residentBytes === null ? '' : `${mib(residentBytes)} of `;
  return `memory ${used}at most ${mib(mostBytes)} MiB`;
}

/** The same of each part, a line each. */
export const memoryParts = ({ parts }: NonNullable<ShownMemory>): string =>
  parts
    .map(
      ({ name, mostBytes, usedBytes }) =>
        `${name}: ${usedBytes === null ? '' : `${mib(usedBytes)} of `}${mib(mostBytes)} MiB`,
    )
    .join('\n');
