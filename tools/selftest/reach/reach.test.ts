import { APPLICATIONS, measureReach } from './reach';

test.each(Object.entries(APPLICATIONS))(
  'by its document and one credential the suite reaches most operations of the %s, and finds nothing',
  async (_, awkward) => {
    const { unreached, reached, accused, warned } = await measureReach(awkward);
    expect(reached < awkward.floor ? unreached : []).toEqual([]);
    expect(accused).toEqual([]);
    // The servers have rules of which their documents say nothing: of these the suite may warn.
    expect(warned.filter((line) => !line.startsWith('input.accepted '))).toEqual([]);
  },
);
