/** `animal-store-contract/json`: what programs and pages of a browser read and write 64-bit integers with. Node is not needed. */
export { JsonError, parseJson, stringifyJson } from './json';
