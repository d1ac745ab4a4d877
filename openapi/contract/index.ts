/** The only door to the contract: what reads it, what judges by it, and the words it is made of. */

export { ContractError } from './contract-error';
export { envelopeOf } from './envelope';
export { ALLOWANCES, readAllowances } from './extensions';
export { exactInteger, exactNumber, JsonError, parseJson, stringifyJson } from './json';
export { loadContract, SHIPPED_DOCUMENT } from './load';
export { createMatcher, type Match } from './match';
export { essence, isJson, jsonMediaType, matchMediaType } from './media-type';
export type * from './model';
export { isObject, own } from './object';
export { pointerTo } from './pointer';
export { reasonOf } from './read-failure';
export { documents, replyFor, successOf } from './reply';
export { partsOf } from './resources';
export { allowsMore, itemsOf, type Property, propertiesOf, typesOf } from './schema';
export { templateNames } from './template';
export { type Validator, validatorOf } from './validators';
export { sentenceOf, type Violation } from './violation';
