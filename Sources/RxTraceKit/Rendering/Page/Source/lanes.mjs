// The timeline's rows: for each thread, calls by how deep they are nested on it; and the hops between threads.

const deepest = 14;

export class Lanes {
  constructor(trace, zoom) {
    this.rows = trace.threads.map(() => []);
    const depth = new Int8Array(trace.count).fill(-1);
    for (let call = 0; call < trace.count; call += 1) {
      const around = trace.parent[call];
      const outer = around >= 0 ? depth[around] : -1;
      if (!trace.isShown(call, zoom)) {
        depth[call] = outer;
        continue;
      }
      depth[call] = Math.min(outer + 1, 100);
      if (depth[call] >= deepest) continue;
      const rows = this.rows[trace.thread[call]] ?? this.rows[0];
      while (rows.length <= depth[call]) rows.push([]);
      rows[depth[call]].push(call);
    }
    this.depth = depth;
    this.hops = [];
    for (let call = 0; call < trace.count; call += 1) {
      const asked = trace.cause[call];
      if (asked >= 0 && trace.parent[call] !== asked && trace.parent[call] < asked) this.hops.push(call);
    }
  }
}
