// lopsided.rs  A criterion in Rust: how far the mean of a feature is from the middle of its range.
//
//   rustc --edition 2021 --crate-type cdylib -O -C panic=abort -o lopsided.so lopsided.rs
//
// First the contract as far as a criterion needs it, from tamis/abi.h and its pages; then the method.
use std::ffi::{c_char, c_void};
use std::ptr::null;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    data: *const c_char,
    size: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ConstMatrix {
    data: *const f64,
    rows: u64,
    cols: u64,
    stride: u64,
}
/// tamis_dataset up to its numbers: what follows is never read, and a dataset is only pointed at.
#[repr(C)]
pub struct Dataset {
    size: u64,
    samples: u64,
    features: u32,
    dense: ConstMatrix,
}
#[repr(C)]
pub struct Error {
    code: i32,
    subject: i32,
    index: i64,
    origin: [u8; 256],
    step: [u8; 128],
    text: [u8; 1024],
}
#[repr(C)]
pub struct Reason {
    text: [u8; 64],
}
/// The values of the options are behind a pointer that a method without options does not follow.
#[repr(C)]
pub struct Creation {
    size: u64,
    path: Text,
    values: *const c_void,
    n_values: u64,
}
#[repr(C)]
pub struct Criterion {
    size: u64,
    prepare: extern "C" fn(*mut c_void, *const Dataset, *const c_void, *mut Error) -> i32,
    score: extern "C" fn(
        *mut c_void,
        *const u32,
        u64,
        i32,
        *const u32,
        u64,
        *mut f64,
        *mut Reason,
        *mut Error,
    ) -> i32,
    report: *const c_void,
    cost: *const c_void,
}
#[repr(C)]
pub struct Component {
    size: u64,
    interface_id: *const c_char,
    id: *const c_char,
    table: *const Criterion,
    context: *mut c_void,
    create: extern "C" fn(*mut c_void, *const Creation, *mut *mut c_void, *mut Error) -> i32,
    destroy: extern "C" fn(*mut c_void),
}
#[repr(C)]
pub struct Plugin {
    size: u64,
    manifest: Text,
    components: *const Component,
    n_components: u64,
    component_stride: u64,
}
unsafe impl Sync for Criterion {} // constants, and pointers to constants
unsafe impl Sync for Component {}
unsafe impl Sync for Plugin {}

const OK: i32 = 0;
const E_DATA: i32 = 1;
const E_PLUGIN: i32 = 7;

/// Fills in the sentence; the host has set the rest.
fn fail(error: *mut Error, code: i32, sentence: &str) -> i32 {
    let text = unsafe { &mut (*error).text };
    let size = sentence.len().min(text.len() - 1);
    text[..size].copy_from_slice(&sentence.as_bytes()[..size]);
    text[size] = 0;
    code
}

const MANIFEST: &[u8] = concat!(
    "{\"tamis\":1,\"version\":\"1.0\",\"compiler\":\"rustc\"}\n",
    "{\"id\":\"org.example.lopsided_in_rust\",\"interface\":\"criterion/1\",",
    "\"summary\":\"How far the mean is from the middle of the range\",",
    "\"measures\":\"feature\",\"better\":\"higher\",\"moves\":[\"add\",\"remove\"],\"targets\":[],",
    "\"own_column\":true,\"options\":[]}\n"
)
.as_bytes();
const PADDED: usize = MANIFEST.len().div_ceil(4) * 4;

/// The note that a host reads without loading the library.
#[repr(C, align(4))]
pub struct Note {
    name_size: u32,
    text_size: u32,
    kind: u32,
    name: [u8; 8],
    text: [u8; PADDED],
}
const fn note() -> Note {
    let mut text = [0; PADDED];
    let mut i = 0;
    while i < MANIFEST.len() {
        text[i] = MANIFEST[i];
        i += 1;
    }
    Note { name_size: 6, text_size: MANIFEST.len() as u32, kind: 1, name: *b"TAMIS\0\0\0", text }
}
#[used]
#[unsafe(link_section = ".note.tamis")]
static NOTE: Note = note();

struct Lopsided {
    data: *const Dataset, // outlives the component
}

extern "C" fn create(
    _: *mut c_void,
    creation: *const Creation,
    out: *mut *mut c_void,
    error: *mut Error,
) -> i32 {
    if unsafe { (*creation).n_values } != 0 {
        return fail(error, E_PLUGIN, "expected no option; build the plugin again");
    }
    unsafe { *out = Box::into_raw(Box::new(Lopsided { data: null() })).cast() };
    OK
}

extern "C" fn destroy(this: *mut c_void) {
    drop(unsafe { Box::from_raw(this.cast::<Lopsided>()) });
}

extern "C" fn prepare(this: *mut c_void, data: *const Dataset, _: *const c_void, error: *mut Error) -> i32 {
    if unsafe { (*data).dense.data.is_null() } {
        return fail(error, E_DATA, "the features have no numbers, which are what is scored");
    }
    unsafe { (*this.cast::<Lopsided>()).data = data };
    OK
}

/// |mean - middle| / range; none for a constant.
fn lopsided(x: &[f64]) -> Option<f64> {
    let low = x.iter().copied().fold(f64::INFINITY, f64::min);
    let high = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mean = x.iter().sum::<f64>() / x.len() as f64;
    (low < high).then(|| (mean - (low + high) / 2.0).abs() / (high - low))
}

extern "C" fn score(
    this: *mut c_void,
    _subset: *const u32,
    _n_subset: u64,
    _move: i32,
    candidates: *const u32,
    n_scores: u64,
    scores: *mut f64,
    reasons: *mut Reason,
    _error: *mut Error,
) -> i32 {
    let x = unsafe { (*(*this.cast::<Lopsided>()).data).dense };
    for i in 0..n_scores as usize {
        let column = unsafe {
            let first = x.data.add((*candidates.add(i) as u64 * x.stride) as usize);
            std::slice::from_raw_parts(first, x.rows as usize)
        };
        // undefined: the infinity that is worst, as higher is better, and why
        let score = lopsided(column);
        unsafe { *scores.add(i) = score.unwrap_or(f64::NEG_INFINITY) };
        if score.is_none() && !reasons.is_null() {
            unsafe { (&mut (*reasons.add(i)).text)[..9].copy_from_slice(b"constant\0") };
        }
    }
    OK
}

static TABLE: Criterion =
    Criterion { size: size_of::<Criterion>() as u64, prepare, score, report: null(), cost: null() };
static COMPONENT: Component = Component {
    size: size_of::<Component>() as u64,
    interface_id: c"criterion/1".as_ptr(),
    id: c"org.example.lopsided_in_rust".as_ptr(),
    table: &TABLE,
    context: std::ptr::null_mut(),
    create,
    destroy,
};
/// The library's one symbol.
#[unsafe(no_mangle)]
pub static tamis_plugin_1: Plugin = Plugin {
    size: size_of::<Plugin>() as u64,
    manifest: Text { data: (&raw const NOTE.text).cast(), size: MANIFEST.len() as u64 },
    components: &COMPONENT,
    n_components: 1,
    component_stride: size_of::<Component>() as u64,
};
