// A layered layout: boxes in columns by the way events go, ordered so that few edges cross.

const sweeps = 10;
const gapAcross = 22;

/**
 * Places boxes of `sizes` ({ width, height }) in columns.
 * @param edges pairs of indices, from left to right
 * @returns { x, y, width, height }: of each box its middle, and the size of the whole
 */
export function layered(sizes, edges, gapAlong = 90) {
  const forward = withoutCircles(sizes.length, edges);
  const rank = ranks(sizes.length, forward);
  const { columns, neighbours } = withPassing(sizes.length, forward, rank);
  order(columns, neighbours);
  return place(sizes, columns, neighbours, gapAlong);
}

/** The edges, with those turned round that would close a circle. */
function withoutCircles(count, edges) {
  const out = Array.from({ length: count }, () => []);
  for (const [from, to] of edges) if (from !== to) out[from].push(to);
  const state = new Uint8Array(count);
  const result = [];
  for (let root = 0; root < count; root += 1) {
    if (state[root] !== 0) continue;
    const stack = [[root, 0]];
    state[root] = 1;
    while (stack.length > 0) {
      const frame = stack.at(-1);
      const [node, at] = frame;
      if (at === out[node].length) {
        state[node] = 2;
        stack.pop();
        continue;
      }
      frame[1] += 1;
      const to = out[node][at];
      // A box that is still open on the stack lies before this one.
      result.push(state[to] === 1 ? [to, node] : [node, to]);
      if (state[to] === 0) {
        state[to] = 1;
        stack.push([to, 0]);
      }
    }
  }
  return result;
}

/** The column of each box: one after the last of those that lead to it; sources stand close to what they lead to. */
function ranks(count, edges) {
  const out = Array.from({ length: count }, () => []);
  const waiting = new Int32Array(count);
  for (const [from, to] of edges) {
    out[from].push(to);
    waiting[to] += 1;
  }
  const rank = new Int32Array(count);
  const isSource = Array.from(waiting, (each) => each === 0);
  const ready = [];
  for (let node = 0; node < count; node += 1) if (waiting[node] === 0) ready.push(node);
  for (let index = 0; index < ready.length; index += 1) {
    for (const to of out[ready[index]]) {
      rank[to] = Math.max(rank[to], rank[ready[index]] + 1);
      waiting[to] -= 1;
      if (waiting[to] === 0) ready.push(to);
    }
  }
  for (let node = 0; node < count; node += 1) {
    if (isSource[node] && out[node].length > 0) rank[node] = Math.min(...out[node].map((to) => rank[to])) - 1;
  }
  return rank;
}

/** The columns, with a place kept in each for the edges that pass through it. */
function withPassing(count, edges, rank) {
  const columns = [];
  const neighbours = Array.from({ length: count }, () => ({ before: [], after: [] }));
  const put = (item, column) => {
    while (columns.length <= column) columns.push([]);
    columns[column].push(item);
  };
  for (let node = 0; node < count; node += 1) put(node, rank[node]);
  for (const [from, to] of edges) {
    let last = from;
    for (let column = rank[from] + 1; column <= rank[to]; column += 1) {
      let item = to;
      if (column < rank[to]) {
        item = neighbours.length;
        neighbours.push({ before: [], after: [] });
        put(item, column);
      }
      neighbours[last].after.push(item);
      neighbours[item].before.push(last);
      last = item;
    }
  }
  return { columns, neighbours };
}

/** Orders each column by the middle of its neighbours, to and fro. */
function order(columns, neighbours) {
  const position = new Float64Array(neighbours.length);
  const number = (column) => column.forEach((item, index) => (position[item] = index));
  columns.forEach(number);
  const sort = (column, side) => {
    const key = new Map(
      column.map((item) => {
        const near = neighbours[item][side].map((each) => position[each]).sort((a, b) => a - b);
        const middle = near.length === 0 ? position[item] : (near[(near.length - 1) >> 1] + near[near.length >> 1]) / 2;
        return [item, middle];
      }),
    );
    column.sort((a, b) => key.get(a) - key.get(b) || position[a] - position[b]);
    number(column);
  };
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    if (sweep % 2 === 0) for (let column = 1; column < columns.length; column += 1) sort(columns[column], "before");
    else for (let column = columns.length - 2; column >= 0; column -= 1) sort(columns[column], "after");
  }
}

/** Gives each box its place: across, as near to its neighbours as the column lets it. */
function place(sizes, columns, neighbours, gapAlong) {
  const height = (item) => (item < sizes.length ? sizes[item].height : 4);
  const y = new Float64Array(neighbours.length);
  for (const column of columns) {
    let next = 0;
    for (const item of column) {
      y[item] = next + height(item) / 2;
      next += height(item) + gapAcross;
    }
  }
  for (let sweep = 0; sweep < 8; sweep += 1) {
    const along = sweep % 2 === 0 ? columns : columns.slice().reverse();
    const side = sweep % 2 === 0 ? "before" : "after";
    for (const column of along) settle(column, neighbours, side, y, height);
  }
  const least = Math.min(0, ...columns.flat().map((item) => y[item] - height(item) / 2));
  const x = new Float64Array(sizes.length);
  let left = 0;
  let bottom = 0;
  for (const column of columns) {
    const boxes = column.filter((item) => item < sizes.length);
    const width = Math.max(0, ...boxes.map((item) => sizes[item].width));
    for (const item of boxes) {
      x[item] = left + width / 2;
      y[item] -= least;
      bottom = Math.max(bottom, y[item] + sizes[item].height / 2);
    }
    left += width + gapAlong;
  }
  return { x, y: y.subarray(0, sizes.length), width: Math.max(0, left - gapAlong), height: bottom };
}

/** Moves a column's items to the middle of their neighbours, and apart again where they would meet. */
function settle(column, neighbours, side, y, height) {
  const wanted = column.map((item) => {
    const near = neighbours[item][side];
    return near.length === 0 ? y[item] : near.reduce((sum, each) => sum + y[each], 0) / near.length;
  });
  const apart = (above, below) => (height(above) + height(below)) / 2 + gapAcross;
  const down = wanted.slice();
  for (let index = 1; index < column.length; index += 1) {
    down[index] = Math.max(down[index], down[index - 1] + apart(column[index - 1], column[index]));
  }
  const up = wanted.slice();
  for (let index = column.length - 2; index >= 0; index -= 1) {
    up[index] = Math.min(up[index], up[index + 1] - apart(column[index], column[index + 1]));
  }
  // The mean of both keeps all distances, for each of them does.
  column.forEach((item, index) => {
    y[item] = (down[index] + up[index]) / 2;
  });
}
