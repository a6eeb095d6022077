/**
 * The script of a signed report's file. SHA-256 (FIPS 180-4) is written out, since a file that is opened from disk has no
 * `crypto.subtle` in some browsers. Constants are the fractions of roots of the first primes, as the standard says.
 */
export const selfCheck = `
"use strict";
function sha256(bytes) {
  var primes = [], k = [], h = [];
  for (var n = 2; primes.length < 64; n++)
    if (primes.every(function (prime) { return n % prime !== 0; })) primes.push(n);
  function fraction(root) { return ((root - Math.floor(root)) * 4294967296) | 0; }
  primes.forEach(function (prime, place) {
    k.push(fraction(Math.cbrt(prime)));
    if (place < 8) h.push(fraction(Math.sqrt(prime)));
  });
  var length = bytes.length, size = ((length + 9 + 63) >> 6) << 6;
  var data = new Uint8Array(size);
  data.set(bytes);
  data[length] = 128;
  var view = new DataView(data.buffer);
  view.setUint32(size - 8, Math.floor(length / 536870912));
  view.setUint32(size - 4, (length << 3) >>> 0);
  function turn(x, by) { return (x >>> by) | (x << (32 - by)); }
  var w = new Int32Array(64);
  for (var block = 0; block < size; block += 64) {
    for (var i = 0; i < 64; i++) {
      if (i < 16) { w[i] = view.getInt32(block + i * 4); continue; }
      var a = w[i - 15], b = w[i - 2];
      w[i] = (w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0;
    }
    var s = h.slice();
    for (var j = 0; j < 64; j++) {
      var e = s[4], f = s[0];
      var one = (s[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & s[5]) ^ (~e & s[6])) + k[j] + w[j]) | 0;
      var two = ((turn(f, 2) ^ turn(f, 13) ^ turn(f, 22)) + ((f & s[1]) ^ (f & s[2]) ^ (s[1] & s[2]))) | 0;
      s = [(one + two) | 0, s[0], s[1], s[2], (s[3] + one) | 0, s[4], s[5], s[6]];
    }
    h = h.map(function (part, place) { return (part + s[place]) | 0; });
  }
  return h.map(function (part) { return (part >>> 0).toString(16).padStart(8, "0"); }).join("");
}
if (typeof document !== "undefined") document.addEventListener("DOMContentLoaded", function () {
  function hashOf(text) { return sha256(new TextEncoder().encode(text)); }
  var root = document.documentElement, signed = root.getAttribute("data-document");
  var isIntact =
    document.childNodes.length === 2 &&
    hashOf(root.outerHTML.replace(' data-document="' + signed + '"', ' data-document=""')) === signed &&
    hashOf(document.getElementById("report").textContent) === document.getElementById("hash").textContent;
  var verdict = document.getElementById("verdict");
  verdict.dataset.is = isIntact ? "intact" : "changed";
  verdict.textContent = isIntact
    ? "Intact: figures, layout and text are as they were saved."
    : "Changed: this file is not as it was saved. Do not rely on it. Browser extensions that change pages have the same effect: open it without them.";
});
`;
