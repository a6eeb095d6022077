import { createServer } from "node:net";
import { StartProblem } from "./problem.ts";

/** Throws a StartProblem, one sentence for each, when ports are taken or asked for twice. Port 0 takes any free one. */
export async function requireFreePorts(asked: { name: string; port: number }[]): Promise<void> {
  const [first, second] = asked;
  if (first && second && first.port === second.port)
    throw new StartProblem(`${first.name} and ${second.name} are both ${first.port}: change one of them.`);
  const taken: string[] = [];
  for (const { name, port } of asked)
    if (!(await isFree(port)))
      taken.push(`Port ${port} is in use: end what listens there, or choose another with ${name}=….`);
  if (taken.length > 0) throw new StartProblem(taken.join("\n"));
}

/** Asked twice, since some systems let a listener on all addresses stand beside one on the loopback alone. */
async function isFree(port: number): Promise<boolean> {
  return (await canListen({ port })) && (await canListen({ port, host: "127.0.0.1" }));
}

function canListen(where: { port: number; host?: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    // Anything else than "in use" (such as a port that needs rights) is told by the program that takes the port.
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "EADDRINUSE"));
    probe.listen(where, () => probe.close(() => resolve(true)));
  });
}
