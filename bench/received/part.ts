/** Where a part of the benchmark prints its result (`print`) and its progress (`say`). */
export type Prints = { print: (text: string) => void; say: (line: string) => void };
