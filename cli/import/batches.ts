/** Elements in groups of up to `size`, none of which reaches over the element number `seam`. */
export async function* batches<Element>(
  all: AsyncIterable<Element>,
  size: number,
  seam: number,
): AsyncGenerator<Element[], void> {
  let batch: Element[] = [];
  let count = 0;
  for await (const element of all) {
    batch.push(element);
    count += 1;
    if (batch.length < size && count !== seam) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
