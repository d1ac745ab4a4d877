/** The style with all that it imports, as a text. */
declare module 'built:style.css' {
  const text: string;
  export default text;
}
