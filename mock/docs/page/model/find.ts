import type { Group, Operation } from './model';

/** The operations that have every word in their method, path, id, summary or tag; all of them without a word. */
export function find(groups: readonly Group[], text: string): readonly Group[] {
  const words = text.toLowerCase().split(/\s+/);
  const has = (operation: Operation) => {
    const { method, path, operationId, summary, tags } = operation;
    const searched = [method, path, operationId, summary, ...tags].join(' ').toLowerCase();
    return words.every((word) => searched.includes(word));
  };
  return groups
    .map((group) => ({ ...group, operations: group.operations.filter(has) }))
    .filter(({ operations }) => operations.length > 0);
}
