/** How the body of a media type is typed in: as text, as the fields of a form, or as a file. */
export function kindOf(mediaType: string): 'text' | 'form' | 'file' {
  if (/^multipart\//i.test(mediaType)) return 'form';
  return /json|xml|yaml|^text\/|urlencoded|javascript|graphql/i.test(mediaType) ? 'text' : 'file';
}
