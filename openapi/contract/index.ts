/** The only door to the contract, by topic. */

// The document: read into a contract, with the files and faults that it has.

export { hasUserInfo, withoutUserInfo } from './document/download';
export { documentFiles } from './document/files';
export { MAX_RECORDS_BYTES } from './document/limits';
export { bytesUpTo, filePieces, readTextFile, reasonOf } from './document/read-text';
export { parseYaml } from './document/yaml';
export { CONTROL_DOCUMENT, contractFrom, documentName, loadContract, SHIPPED_DOCUMENT } from './load';
export { ContractError } from './model/problem';
export { type WarningDetail, warningLines } from './warning-lines';

// What a contract is made of.

export type * from './model/contract';
export type * from './model/operation';
export type * from './model/resource';
export type * from './model/schema';

// Operations: which one a request means, what it takes, what it replies with, who may call it.

export { ALLOWANCES, readAllowances } from './extensions/extensions';
export { envelopeOf } from './operations/envelope';
export { BROKEN, essence, isJson, isRange, isRaw, jsonMediaType, matchMediaType } from './operations/media-types';
export { createMatcher, type Match, templateNames } from './operations/paths';
export { documents, isUnspecified, replyFor, successOf } from './operations/replies';
export {
  allSchemes,
  placeOf,
  requirementOf,
  schemesOf,
  takesCredential,
  withOptionalSecurity,
} from './operations/security';

// Resources: the roles of operations, where a record stands in a body, ids of parents in paths, paging.

export { asksForValue, bareFilterName } from './lists/filters';
export { findPositions } from './lists/paging';
export {
  type Collation,
  collationsIn,
  defaultSaid,
  ENDS_OF_MOMENTS,
  propertyCalled,
  SAYS_ANY_CASE,
  type SaidOrder,
  saidCollation,
  saidOrder,
  saidTie,
  type Tie,
} from './lists/said-order';
export {
  paragraphsAround,
  type Row,
  sectionsAround,
  sentencesAbout,
  sentencesAround,
  sentencesIn,
  tablesIn,
} from './operations/around';
export { haveSameNames, isSearch, schemaOfBody, schemaOfReply } from './records/record-place';
export { formsOf, isMentioned, isNamedLike, isSpokenOf, isWrapperName, plain, wordsOf } from './records/spelling';
export { partAt, schemaAt, withPart } from './records/steps';
export { OTHER_HAS, saysUnique, type UniqueValue, uniqueByServer, uniqueValues } from './records/unique-values';
export { askedBy, countedBy, createdAt } from './resources/asked-records';
export {
  bareOf,
  itemNameIn,
  lastWordOf,
  type NamedParent,
  namedParents,
  namesAbove,
  parentsSpelled,
} from './resources/collection-paths';
export { type IdentityCandidate, identityCandidates } from './resources/identity';
export { isUsualId } from './resources/ids';
export { purposesOf, roleOf, surePurposesOf } from './resources/resources';

// Schemas: what they say, whether a value fits, and what to say where it does not.

export { drawText, leastPartsOf } from './pattern/pattern';
export { alternativesOf, ownTypesOf } from './schema/alternatives';
export { meantBy, namedBranches } from './schema/discriminator';
export { keepsBounds } from './schema/exact-number';
export { placeIn } from './schema/inner-schemas';
export type { Direction } from './schema/json-schema';
export { leastSizeOf, leastSizeOfWay, type Way, waysOf } from './schema/least-size';
export {
  allowsMore,
  filledInBy,
  itemsOf,
  keywordOf,
  type Property,
  propertiesIn,
  propertiesOf,
  standInsOf,
  typesOf,
} from './schema/properties';
export { fits, type Validator, validatorOf, violationsOf } from './schema/validators';
export {
  distinct,
  givenValues,
  leastInteger,
  leastNumber,
  mostInteger,
  mostNumber,
  nearestNumber,
} from './schema/values';
export { fieldAt, sentenceOf, stateOf, type Violation, wrongOf } from './schema/violation';
export { arrayItems } from './values/array-items';

// Values that a schema allows.

export { distinguished, firstThatFits } from './values/fitting';
export { leastValue, numbersOf, type ValueSource } from './values/least';
export { drawnTexts, formatText, textsOf, uuidOf } from './values/texts';

// Texts: of parameters and forms as values, and values as XML.

export { FORM, fieldsOf, readField, readForm } from './serialization/form-fields';
export { readRow, takesArrays, takesObjects, valueOfText } from './serialization/text';
export { isMarkup, leastFile, writtenText } from './serialization/written';

// JSON with exact numbers.

export { fieldName } from './json/field-name';
export {
  exactInteger,
  exactNumber,
  JsonDepthError,
  JsonError,
  jsonIn,
  MAX_DEPTH,
  nestsDeeperThan,
  parseJson,
  stringifyJson,
  textOf,
} from './json/json';
export {
  countParts,
  groupedBy,
  isNumeric,
  isObject,
  isWhole,
  jsonTypeOf,
  own,
  partOf,
  pointerTo,
  pointerTokens,
} from './json/value';

// What is computed once and kept.

export { latest, memoized, memoizedByText, memoizedLately, memoizedTexts, once } from './memo/memo';
