/** The only door to the contract: what reads it, what judges by it, and the words it is made of. */

export { ContractError } from './contract-error';
export { envelopeOf } from './envelope';
export { ALLOWANCES, readAllowances } from './extensions';
export { alternativesOf, ownTypesOf } from './flat';
export { exactInteger, exactNumber, JsonError, parseJson, stringifyJson } from './json';
export { CONTROL_DOCUMENT, loadContract, SHIPPED_DOCUMENT } from './load';
export { createMatcher, type Match } from './match';
export { essence, isJson, jsonMediaType, matchMediaType } from './media-type';
export type * from './model';
export { isObject, own } from './object';
export { pointerTo, pointerTokens } from './pointer';
export { reasonOf } from './read-failure';
export { documents, replyFor, successOf } from './reply';
export { partsOf } from './resources';
export { allowsMore, isRecord, itemsOf, type Property, propertiesIn, propertiesOf, typesOf, wordOf } from './schema';
export { templateNames } from './template';
export { type Validator, validatorOf } from './validators';
export { sentenceOf, type Violation } from './violation';
