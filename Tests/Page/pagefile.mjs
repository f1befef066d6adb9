// The data in a page's file.

const begin = 'type="application/json">';

/** The object that the renderer wrote into a page. */
export function dataOf(page) {
  const start = page.indexOf(begin) + begin.length;
  return JSON.parse(page.slice(start, page.indexOf("</script>", start)));
}
