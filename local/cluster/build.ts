import { clusterPrograms } from './programs.ts';

/** `npm exec -- node local/cluster/build.ts`: finds or builds the programs of a Temporal cluster, and prints where they are. */
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const { server, sqlTool } = await clusterPrograms(undefined, print);
print(`${server}\n${sqlTool}`);
