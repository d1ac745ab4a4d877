/** No reference leads out of the document of a page. */
export const placesOf = async () => ({ home: 'the document', folders: [], origins: [] });
