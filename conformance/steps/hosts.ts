import { type Contract, itemNameIn, type Resource, templateNames } from '../../openapi/contract';

/** A resource below whose records those of another lie. */
export interface Host {
  readonly resource: Resource;
  /** The parameter of the other's paths that names the record above. */
  readonly parameter: string;
}

/** What the records of a resource lie below, the nearest first: as far as the contract has it as resources of its own. */
export function hostsOf({ resources }: Contract, { collectionPath }: Resource): readonly Host[] {
  return templateNames(collectionPath)
    .flatMap((parameter) =>
      resources
        .filter(({ itemPath }) => itemNameIn(collectionPath, itemPath) === parameter)
        .map((resource) => ({ resource, parameter })),
    )
    .toReversed();
}
