/** The only door to the contract: what reads it, what judges by it, and its types. */

export { hasUserInfo, withoutUserInfo } from './document/download';
export { documentFiles } from './document/files';
export { MAX_RECORDS_BYTES } from './document/limits';
export { bytesUpTo, filePieces, readTextFile, reasonOf } from './document/read-text';
export { parseYaml } from './document/yaml';
export { ALLOWANCES, readAllowances } from './extensions/plans';
export { countParts } from './json/count-parts';
export { exactInteger, exactNumber, JsonDepthError, JsonError, parseJson, stringifyJson } from './json/json';
export { jsonIn } from './json/json-in';
export { isObject, own } from './json/object';
export { partOf } from './json/part-of';
export { pointerTo, pointerTokens } from './json/pointer';
export { jsonTypeOf } from './json/type';
export { CONTROL_DOCUMENT, contractFrom, documentName, loadContract, SHIPPED_DOCUMENT } from './load';
export { latest } from './memo/latest';
export { memoized, memoizedByText } from './memo/memoized';
export { memoizedTexts } from './memo/memoized-texts';
export { once } from './memo/once';
export type * from './model/allowance';
export type * from './model/contract';
export { ContractError } from './model/contract-error';
export type { DocumentProblem } from './model/document-problem';
export type * from './model/error-envelope';
export type * from './model/operation';
export type * from './model/paging';
export type * from './model/resource';
export type * from './model/schema';
export type * from './model/singleton';
export { envelopeOf } from './operations/envelope';
export { essence, isJson, jsonMediaType, matchMediaType } from './operations/media-type';
export { documents, isUntold, replyFor, successOf } from './operations/reply';
export { allSchemes, requirementOf, schemesOf } from './operations/requirements';
export { createMatcher, type Match } from './paths/match';
export { templateNames } from './paths/template';
export { leastPartsOf } from './pattern/least-parts';
export { type NamedParent, namedParents, parentsSpelled } from './resources/named-parents';
export { itemNameIn, namesAbove } from './resources/path-place';
export { findPositions } from './resources/positions';
export { purposesOf, roleOf, surePurposesOf } from './resources/roles';
export { formsOf, plain, wordsOf } from './resources/spelling';
export { partAt, schemaAt, withPart } from './resources/steps';
export { alternativesOf, ownTypesOf } from './schema/alternatives';
export { meantBy, namedBranches } from './schema/discriminator';
export { leastSizeOf, leastSizeOfWay, type Way, waysOf } from './schema/least-size';
export {
  allowsMore,
  itemsOf,
  keywordOf,
  type Property,
  propertiesIn,
  propertiesOf,
  typesOf,
} from './schema/properties';
export { fits, type Validator, validatorOf, violationsOf } from './schema/validators';
export { sentenceOf, stateOf, type Violation } from './schema/violation';
export { readField } from './serialization/field';
export { fieldsOf } from './serialization/fields';
export { FORM, readForm } from './serialization/form';
export { readRow } from './serialization/row';
export { takesArrays, takesObjects, valueOfText } from './serialization/text';
export { toXml } from './serialization/xml';
export { type Telling, warningLines } from './warning-lines';
