/** Where a part of the benchmark puts its result (`print`), and what it tells meanwhile (`say`). */
export type Prints = { print: (text: string) => void; say: (line: string) => void };
