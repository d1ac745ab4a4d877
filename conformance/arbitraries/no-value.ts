/** No value of a schema can be made: then what needs one is not judged. Its message is made to be shown as it is. */
export class NoValue extends Error {
  override readonly name = 'NoValue';
}
